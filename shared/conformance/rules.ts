/**
 * Every rule of the wire by its number, as docs/wire.md says it and as a check that finds it broken names it.
 * A number is never given to another rule.
 */
export const rules = {
  "1.1":
    '`GET /health` answers 200 and `{status: "ok", domain, version}`, as the manifest has them, while the service can work.',
  "1.2":
    "`GET /manifest` answers 200, `content-type: application/json`, and a manifest that keeps manifest.schema.json, its names unique and known.",
  "1.3":
    "`GET /manifest` carries a strong `ETag`, and answers 304 to an `If-None-Match` that names it and 200 to any other.",
  "2.1":
    "A request that is refused gets its status and `{error: {message, type, param, code}}`; the message shows no stack. A path that is not there is 404.",
  "2.2":
    "A capability that the manifest does not have is 404 with the param `intent.capability`; a call for another domain is 404 with `intent.domain`.",
  "2.3":
    "A body that is not one JSON text in UTF-8 is 400; so is one with a number that no double can hold, or with nesting that would take the reader down.",
  "2.4":
    "A body that breaks execute_request is 400, and `param` is the path of the first field at fault: missing, of another type or out of its bounds, or unknown, except in the context.",
  "2.5":
    "A field of the context that the receiver does not know is ignored: this is how the wire grows.",
  "2.6":
    "A key named `__proto__`, `constructor` or `prototype` is 400, wherever it stands, and `param` is its path.",
  "2.7": "A body of more than 1 MiB is 413.",
  "2.8": "A body that is not declared as `application/json` is 415.",
  "3.1":
    "Parameters that the params_schema does not take (missing, of a wrong value, or unknown where it names `properties` and does not open `additionalProperties`) are 200 with status `failure`, metadata.code `INVALID_PARAMS` and an explanation in words. Nothing is done.",
  "4.1":
    "Whatever comes of a call that was taken is 200 with a domain_output: `success`, `failure` or `clarification`. Any other status means that the service itself failed.",
  "4.2": "The explanation is never empty, and is said in the language of context.locale.",
  "4.3": "The result of a success keeps the capability's result_schema.",
  "4.4":
    "A clarification has `result.candidates`, each with a `label` and the parameters that choosing it means, or names the parameter that it wants in `metadata.missing_param`.",
  "4.5":
    "The same call with the parameters of a candidate put over its own is understood, and does not lead to the same question.",
  "5.1":
    "A call that arrives after its deadline_at (epoch milliseconds) is a `failure` in words, and nothing is begun.",
  "6.1":
    "With context.dry_run true an effect (all but `read`) is answered for and does not happen.",
  "6.2":
    "The same Idempotency-Key again, for 24 hours at least, gives the same answer with the header `idempotency-replayed: true`; the effect has happened once.",
  "6.3":
    "Calls with one key that come together make the effect happen once, and all get its answer.",
  "6.4": "Another key makes it happen again.",
  "6.5":
    "A key that was used for other parameters, or another capability or user, is 422, and nothing is done.",
  "6.6":
    "Where a capability names its `undo`, that one, called with the receipt's values, takes it back.",
  "6.7":
    "What one user (context.user_id) has made is neither shown to another nor changed by them, unless the domain means it to be shared.",
  "7.1":
    "A service that has a key answers 401 to /execute without `Authorization: Bearer` and an HS256 JWT signed with the bytes of that key; one without a key listens on loopback only.",
  "7.2":
    "The token's `iss` is `regente` and its `aud` the domain's name; `iat` is at most 60 s old and `exp` is not over, with 60 s for clocks that differ. Anything else is 401.",
  "7.3":
    "`run_id`, `step_id`, `capability`, `sub` (the user) and `idempotency_key` of the token, where it has one, are those of the call; else 401.",
  "7.4": "A token (`jti`) is taken once; the second time it is 401.",
  "8.1":
    "Every example of the manifest leads to its own goal among the domains that run beside it.",
} as const;

export type RuleNumber = keyof typeof rules;
