"""The worker pool of a command: local processes, or a cluster."""

from __future__ import annotations

from sowfish.arena.worker_pool import LocalPool, WorkerPool


def pool_of(jobs: int | None, cluster: str | None, memory: int | None = None) -> WorkerPool:
    """Return a pool of local processes, by default one per core, with a memory limit, or the workers of a cluster."""
    if cluster is None:
        return LocalPool(jobs, memory=memory)
    from sowfish.arena.cluster import ClusterPool  # noqa: PLC0415  # an extra, and slow to load

    return ClusterPool(cluster)
