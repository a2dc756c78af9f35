#!/usr/bin/env bash
# An experiment on 64 nodes of a Slurm cluster: `sbatch examples/cluster/slurm.sh experiment.toml`. Each task fills
# its own store; a task that is requeued continues where it stopped. When all tasks are done, run on one machine:
#     unseen store merge results.db parts/*.db && unseen run experiment.toml --store results.db
#SBATCH --job-name=unseen
#SBATCH --array=1-64
#SBATCH --cpus-per-task=4
#SBATCH --requeue
#SBATCH --output=parts/%a.out
set -eu
experiment=$1
mkdir -p parts
unseen run "$experiment" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --store "parts/$SLURM_ARRAY_TASK_ID.db" \
    --threads "${SLURM_CPUS_PER_TASK:-0}" --log "parts/$SLURM_ARRAY_TASK_ID.log"
