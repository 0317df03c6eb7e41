import type { TurnResponse, Usage } from "#shared/contracts/endpoints.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import { reason } from "#shared/messages/reason.ts";
import { NO_USAGE, usageView } from "../../ports/language-model.ts";
import type { SessionKey } from "../../ports/stores.ts";
import type { TurnDeps, TurnOptions } from "../../turn/turn-deps.ts";
import { type EndpointContext, optionsOf, originOf } from "../http/endpoint.ts";
import type { EndpointDeps } from "../http/endpoint-deps.ts";
import { HttpError } from "../http/http-error.ts";
import { singleFlight, type Watch } from "../http/idempotency.ts";
import { sessionHeader, userNoted } from "../http/identity.ts";
import { type AnswerFormat, type Rendered, renderTurn, renderValue } from "./answer-format.ts";
import { answerBackground, backgroundTask } from "./background-answer.ts";
import {
  linesOf,
  type NamedInBody,
  openInstructions,
  placeAfter,
  placeBefore,
  sessionInBody,
  userInBody,
} from "./instruction.ts";
import { depsOf } from "./models.ts";
import { cameToNoSettings, isUnconfigured, NotConfiguredError } from "./not-configured-error.ts";
import { type ChatMessage, lastUserText, unreadBefore, zoneIn } from "./requests.ts";

/** A request of either OpenAI surface. */
export type Asked = {
  model: string;
  said: readonly ChatMessage[];
  /** A message's content as the request names it, "messages.3.content". */
  nameOf(at: number): string;
  format: AnswerFormat;
  body: NamedInBody;
  /** Where it goes on from, when the request says so by neither a session nor its transcript. */
  previous?: { id: string; param: string } | undefined;
  /** A further place where the conversation goes on. */
  next?: string | undefined;
};

export type Reply = { rendered: Rendered; usage: Usage; turn?: TurnResponse };

/** A request that is understood so far that it can be answered, at once or step by step. */
export type Ready = {
  deps: TurnDeps;
  origin: string;
  user_id: string;
  /** The answer is told as words, and not as JSON of some form. */
  isText: boolean;
  /** Errors: StoreError, AfterEffectError; in front of a model NotConfiguredError */
  run(watch: Watch): Promise<Reply>;
};

const NONE_REGISTERED: ReadonlySet<string> = new Set();

/**
 * Whoever speaks OpenAI's language is answered here, whichever of its surfaces they use.
 * Errors: HttpError for what the caller has to fix
 */
export type Replier = (context: EndpointContext, asked: Asked) => Promise<Ready>;

export function makeReplier(endpoints: EndpointDeps): Replier {
  const { settings, turns } = endpoints;
  const once = singleFlight(endpoints.deps);
  const instructions = openInstructions({
    channels: endpoints.deps.store.channels,
    clock: endpoints.deps.clock,
  });
  // Whoever reads the answer sees its pictures in a browser, which has no credentials to show.
  const withLinks = (turn: TurnResponse): TurnResponse =>
    endpoints.authentication === undefined || turn.files.length === 0
      ? turn
      : { ...turn, files: turn.files.map(endpoints.deps.files.signed) };

  return async (context, { model, said, nameOf, format, body, previous, next }) => {
    const inFront = context.get("inFront");
    const deps = inFront === undefined ? await depsOf(model, endpoints, context) : endpoints.deps;
    const user_id = userNoted(context, settings, userInBody(body));
    const origin = originOf(context);
    const taskHeader = context.env.incoming.headers["x-task"];
    const task = backgroundTask(said, typeof taskHeader === "string" ? taskHeader : undefined);
    if (task !== undefined) {
      const { text, value } = answerBackground(task, said);
      const rendered = renderValue(value, text, format);
      const run = async () => ({ rendered, usage: usageView(NO_USAGE) });
      return { deps, origin, user_id, isText: format.type === "text", run };
    }

    const input_text = lastUserText(said, nameOf);
    const unread = unreadBefore(said);
    const lines = linesOf(said);
    // Where a model speaks too, a name tells not who spoke last; the transcript does.
    const named =
      inFront === undefined ? (sessionHeader(context, settings) ?? sessionInBody(body)) : undefined;
    const from = named === undefined ? previous?.id : undefined;
    if (from !== undefined && inFront === undefined)
      await mustGoOn(deps, user_id, from, previous?.param ?? null);
    const known = named ?? from ?? placeBefore(user_id, lines);
    const metadata = zoneIn(body.metadata);
    const entry: EntryRequest = {
      // What begins with this answer goes by its name from the start, so that all of it is found and deleted by it.
      session_id: known ?? next ?? deps.makeId("session"),
      user_id,
      input_text,
      channel: "openai",
      metadata,
    };
    let rendered: Rendered | undefined;
    const render = (turn: TurnResponse) => renderTurn(withLinks(turn), format, origin);
    let after: string | undefined;
    /** Of a long transcript it takes milliseconds. */
    const placeOf = ({ text, refusal }: Rendered): string => {
      after ??= placeAfter(user_id, lines, text ?? refusal ?? "");
      return after;
    };
    const continueAs = (turn: TurnResponse): readonly string[] => {
      rendered = render(turn);
      after = undefined;
      const places = from === undefined ? [placeOf(rendered)] : [];
      return next === undefined ? places : [next, ...places];
    };
    // The client keeps the conversation: no one hears what comes later, unless it is told elsewhere.
    const given = {
      ...optionsOf(context),
      ...{ tell: null, isNewSession: known === undefined },
      ...(inFront !== undefined && { isElsewhere: isUnconfigured }),
    };
    const registered = context.get("principal")?.instructions ?? NONE_REGISTERED;
    const heard = { user_id, said, lines, registered };
    const what = JSON.stringify([user_id, model, metadata, named ?? from ?? "", lines]);
    const place = named === undefined ? what : `${user_id}\n${named}`;
    return {
      deps,
      origin,
      user_id,
      isText: format.type === "text",
      async run(watch) {
        const turn = await once({ place, said: what }, watch, async (seen) => {
          const instruction = await instructions.of(heard);
          const options: TurnOptions = { ...given, watch: seen, instruction, unread };
          const told = await turns.answer(
            entry,
            deps,
            named === undefined ? { ...options, continueAs } : options,
          );
          if (inFront !== undefined && cameToNoSettings(told)) return told;
          rendered ??= render(told);
          await instructions
            .answered(heard, instruction, placeOf(rendered))
            .catch((err: unknown) => deps.log.warn({ err }, "an instruction is not remembered"));
          return told;
        });
        if (inFront !== undefined && cameToNoSettings(turn)) throw new NotConfiguredError(turn);
        // The same request was answered by another one; this one's name leads on as well.
        if (rendered === undefined && named === undefined && next !== undefined)
          await continueAlso(deps, { user_id, session_id: turn.session_id }, next);
        return { rendered: rendered ?? render(turn), usage: turn.usage, turn };
      },
    };
  };
}

/** Errors: HttpError 400 when nothing is known of the answer that the conversation shall go on from */
async function mustGoOn(
  deps: TurnDeps,
  user_id: string,
  session_id: string,
  param: string | null,
): Promise<void> {
  if ((await deps.store.conversations.load({ user_id, session_id })) !== undefined) return;
  throw new HttpError(400, reason("previous_response_not_found", { id: session_id }), { param });
}

/** A conversation that goes on at one place goes on at another too, with its open question. */
async function continueAlso(
  { store, clock }: Pick<TurnDeps, "store" | "clock">,
  from: SessionKey,
  session_id: string,
): Promise<void> {
  const to = { user_id: from.user_id, session_id };
  const [state, question] = await Promise.all([
    store.conversations.load(from),
    store.pending.find(from, clock.now()),
  ]);
  if (question !== undefined) await store.pending.put({ ...question, ...to });
  if (state !== undefined) store.conversations.save(to, state);
}
