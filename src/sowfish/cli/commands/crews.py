"""Who does the work of a command: processes here, or a cluster."""

from __future__ import annotations

from sowfish.arena.crew import Crew, LocalCrew


def crew_of(jobs: int | None, cluster: str | None) -> Crew:
    """Return so many processes, by default one a core, or the workers of a cluster."""
    if cluster is None:
        return LocalCrew(jobs)
    from sowfish.arena.cluster import ClusterCrew  # noqa: PLC0415  # an extra, and slow to load

    return ClusterCrew(cluster)
