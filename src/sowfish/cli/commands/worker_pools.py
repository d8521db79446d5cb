"""Who does the work of a command: processes here, or a cluster."""

from __future__ import annotations

from sowfish.arena.worker_pool import LocalPool, WorkerPool


def pool_of(jobs: int | None, cluster: str | None, memory: int | None = None) -> WorkerPool:
    """Return so many processes, by default one a core, each with so much memory, or the workers of a cluster."""
    if cluster is None:
        return LocalPool(jobs, memory=memory)
    from sowfish.arena.cluster import ClusterPool  # noqa: PLC0415  # an extra, and slow to load

    return ClusterPool(cluster)
