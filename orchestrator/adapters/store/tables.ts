/**
 * The tables as Kysely sees them. Every one begins with its owner; what a contract describes is
 * kept whole as JSON text, and the columns beside it are what queries look for.
 * Source: migrations.ts makes them
 */
export interface Tables {
  conversations: {
    user_id: string;
    session_id: string;
    /** ConversationState */
    state: string;
    updated_at: number;
  };
  pending_actions: {
    user_id: string;
    session_id: string;
    id: string;
    /** PendingAction */
    action: string;
    expires_at: number;
    /** The process that took its answer, and the run this led on to; null: it is open. */
    held_by: string | null;
    held_for: string | null;
  };
  task_runs: {
    user_id: string;
    run_id: string;
    session_id: string;
    status: string;
    created_at: number;
    updated_at: number;
    /** TaskRun with its plan */
    run: string;
    /** Null for runs of before 0002. */
    input_text: string | null;
    /** The process that wrote it last: who carries it out while it is running. Null: no one has it. */
    holder: string | null;
  };
  task_steps: {
    user_id: string;
    run_id: string;
    step_id: string;
    status: string;
    /** StepTrace; its output is the receipt */
    step: string;
    /** The journal: null for a step that was never announced by `intend`. */
    idempotency_key: string | null;
    params_digest: string | null;
    intended_at: number | null;
    settled_at: number | null;
    /** These three are null until it is settled, and for steps of before 0002. */
    domain: string | null;
    capability: string | null;
    duration_ms: number | null;
  };
  usage_metrics: {
    user_id: string;
    at: number;
    /** Orders rows of one millisecond, and makes writing one again harmless. */
    id: string;
    session_id: string;
    run_id: string;
    goal: string;
    tier: string;
    action_type: string;
    status: string;
    duration_ms: number;
    llm_calls: number;
    tokens_input: number;
    tokens_output: number;
    tokens_cached: number;
    tokens_counterfactual: number;
    /** See turnOutcomes of migrations.ts. */
    outcome: string;
    /** right, wrong; null: its user said nothing. */
    verdict: string | null;
    /** TurnReading; null: of before 0013, or forgotten. */
    reading: string | null;
  };
  model_calls: {
    user_id: string;
    at: number;
    /** As in usage_metrics. */
    id: string;
    session_id: string;
    run_id: string;
    step_id: string;
    purpose: string;
    model: string;
    status: string;
    duration_ms: number;
    llm_calls: number;
    tokens_input: number;
    tokens_output: number;
    tokens_cached: number;
  };
  /** A view. */
  usage_summary: {
    user_id: string;
    day: number;
    goal: string;
    action_type: string;
    calls: number;
    zero_token_calls: number;
    tokens_input: number;
    tokens_output: number;
    tokens_cached: number;
    tokens_counterfactual: number;
    duration_ms: number;
  };
  channel_notes: {
    channel: string;
    kind: string;
    id: string;
    /** Any JSON; null when nothing is left to do. */
    note: string;
    expires_at: number;
    /** Whose message it is; null: no one's, or of before 0014. */
    user_id: string | null;
  };
  cached_answers: {
    /** A user, or "" for what is the same for everybody. */
    owner: string;
    kind: string;
    key: string;
    /** Any JSON. */
    answer: string;
    expires_at: number;
  };
  example_proposals: {
    user_id: string;
    id: string;
    session_id: string;
    /** waiting, unclear, wrong, accepted, rejected */
    status: string;
    created_at: number;
    /** ExampleProposal, UnclearSentence or WrongTurn; "" once it was decided on */
    proposal: string;
  };
  schedules: {
    user_id: string;
    id: string;
    status: string;
    /** When something is to be done next. */
    next_at: number | null;
    created_at: number;
    version: number;
    /** Made again by each who changes it: who wrote it last finds its own. */
    claim: string;
    /** Schedule */
    schedule: string;
  };
  schedule_ticks: {
    user_id: string;
    schedule_id: string;
    at: number;
    status: string;
    /** The process that has it; null: no one. */
    holder: string | null;
    /** What its owner is told: nothing, waiting, sending, told. */
    told: string;
    ended_at: number | null;
    /** Tick */
    tick: string;
  };
  recipients: {
    user_id: string;
    id: string;
    channel: string;
    address: string;
    /** 1: everybody may send there. */
    shared: number;
    created_at: number;
    /** The rest of a Recipient. */
    recipient: string;
  };
  user_settings: {
    user_id: string;
    /** IANA name; null: none. */
    timezone: string | null;
  };
  link_codes: {
    digest: string;
    user_id: string;
    expires_at: number;
    /** The rest of an OfferedLink. */
    link: string;
  };
  reached_users: {
    user_id: string;
    /** last: wherever it was; private: where only they read. */
    kind: string;
    channel: string;
    address: string;
    is_private: number;
  };
  /** Facts about the store itself. */
  meta: { name: string; value: string };
}
