# A server of tables in a container; docs/hosting.md tells how to run it.
#
#     docker build --tag cancellation-hearts .
#     docker run --read-only --tmpfs /tmp --volume hearts:/data --publish 8000:8000 cancellation-hearts

ARG PYTHON=3.13

# --- everything is built here, from the lock file, whose hashes pip compares ---------------------
FROM python:${PYTHON}-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/hearts
ENV PATH=/opt/hearts/bin:$PATH
WORKDIR /build
COPY requirements.lock ./
RUN pip install --require-hashes --no-deps --requirement requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip install --no-index --no-deps --no-build-isolation . \
    && pip uninstall --yes hatchling editables pluggy trove-classifiers pathspec tomlkit packaging

# --- and this is what runs -----------------------------------------------------------------------
FROM python:${PYTHON}-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin hearts \
    && install --directory --owner=hearts --mode=0700 /data
COPY --from=build /opt/hearts /opt/hearts
ENV PATH=/opt/hearts/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s CMD ["python", "-c", "\
from http.client import HTTPConnection; \
door = HTTPConnection('127.0.0.1', 8000, timeout=4); \
door.request('GET', '/readyz'); \
raise SystemExit(door.getresponse().status != 200)"]
ENTRYPOINT ["cancellation-hearts"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
