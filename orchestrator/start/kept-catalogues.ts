import type { TaskRun } from "#shared/contracts/run.ts";
import type { CataloguesOfRuns } from "../catalogue/registry/catalogues-of-runs.ts";
import type { Store } from "../ports/stores.ts";

/** A store that keeps, beside a run that is under way or waits, the manifests that it began with. */
export function withKeptCatalogues(store: Store, { keep }: Pick<CataloguesOfRuns, "keep">): Store {
  const keepFor = ({ status, catalogue_digest }: TaskRun) => {
    if (status === "running" || status === "waiting") keep(catalogue_digest);
  };
  return {
    ...store,
    runs: {
      ...store.runs,
      save(run, isBegun) {
        keepFor(run);
        return store.runs.save(run, isBegun);
      },
      record(run, steps, isBegun) {
        keepFor(run);
        store.runs.record(run, steps, isBegun);
      },
    },
  };
}
