"""Reinforcement-learning environments: PettingZoo, Gymnasium and vectorised Gymnasium; needs the extra `rl`.

from sowfish.envs import sowing_v0          # PettingZoo
env = sowing_v0.env(rules="avalanche")

gymnasium.make("sowfish/Kalah-v0", opponent="greedy")
gymnasium.make_vec("sowfish/Kalah-v0", num_envs=4096)
"""

from sowfish.envs.registration import register

register()
