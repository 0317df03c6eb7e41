import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asApiError } from "../api.ts";
import { Failure, Loading } from "./parts.tsx";

type Props<P> = { load: () => Promise<ComponentType<P>>; with: P };

/** A part that comes when it is first shown. */
export function Later<P extends object>({ load, with: props }: Props<P>) {
  const [{ Part, error }, setLoaded] = useState<{ Part?: ComponentType<P>; error?: unknown }>({});
  useEffect(() => {
    load().then(
      (loaded) => setLoaded({ Part: loaded }),
      (thrown: unknown) => setLoaded({ error: thrown }),
    );
  }, []);
  if (error !== undefined) return <Failure error={asApiError(error)} />;
  return Part === undefined ? <Loading /> : <Part {...props} />;
}
