"""What is counted about a server, in the form that Prometheus collects. Never what is in a hand."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from cancellation_hearts.service.tables import Tables


class _Looked(Collector):
    """Told when somebody looks: tables that are open, who is connected to them, updates sent."""

    def __init__(self, tables: Tables, metrics: Metrics) -> None:
        self._tables = tables
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        rooms = list(self._tables.rooms())
        yield GaugeMetricFamily("ch_tables", "Tables in memory", len(rooms))
        connected = sum(len(+room.sessions) for room in rooms)
        yield GaugeMetricFamily("ch_people", "People connected to a table", connected)
        yield CounterMetricFamily("ch_updates", "Updates sent", self._metrics.updates)


class Metrics:
    """The counters of one server."""

    def __init__(self, tables: Tables) -> None:
        """``tables``: whose rooms are counted."""
        self._registry = CollectorRegistry()
        self.sockets = Gauge("ch_sockets", "Open sockets", registry=self._registry)
        self.updates = 0
        """Sent; a number, because a ``Counter`` takes a lock for each of very many."""
        self._registry.register(_Looked(tables, self))
        self.asked = Counter("ch_asked", "Commands by outcome", ["code"], registry=self._registry)
        self.turned_away = Counter(
            "ch_turned_away",
            "Messages that got no further than the door",
            ["code"],
            registry=self._registry,
        )
        self.seconds = Histogram(
            "ch_command_seconds",
            "From a command to its answer, the disk included",
            registry=self._registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
        )
        self.lag = Gauge("ch_loop_lag_seconds", "How late the loop runs", registry=self._registry)

    def text(self) -> bytes:
        """Everything, as it stands now."""
        return generate_latest(self._registry)
