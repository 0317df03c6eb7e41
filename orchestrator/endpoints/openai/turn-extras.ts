import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { TurnExtras } from "#shared/contracts/openai.ts";

/** How a turn ended, and where its conversation stands. */
export const turnExtrasOf = ({
  session_id,
  run_id,
  status,
  pending,
}: TurnResponse): TurnExtras => ({ session_id, run_id, status, pending });
