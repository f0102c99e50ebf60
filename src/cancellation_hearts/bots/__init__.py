"""Players that are programs. Each sees a ``View``, which holds only its own cards."""

from cancellation_hearts.bots.base import BOTS, Bot, command_of, new_bot
from cancellation_hearts.bots.game import Game, Player
from cancellation_hearts.bots.simulation import Simulation, simulate

__all__ = ["BOTS", "Bot", "Game", "Player", "Simulation", "command_of", "new_bot", "simulate"]
