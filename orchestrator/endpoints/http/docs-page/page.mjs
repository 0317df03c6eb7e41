// The page that tries what /openapi.json describes. Everything that comes from outside is shown as text.

const byId = (id) => document.getElementById(id);
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const description = await (await fetch("/openapi.json")).json();

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

for (const { name } of description.tags) {
  byId("operations").append(element("h3", { textContent: name }));
  for (const operation of operations.filter(({ tags }) => tags.includes(name)))
    byId("operations").append(link(operation));
}
choose(location.hash.slice(1));
addEventListener("hashchange", () => choose(location.hash.slice(1)));

function link({ method, path, summary, operationId }) {
  const verb = element("span", {
    className: `method ${method}`,
    textContent: method.toUpperCase(),
  });
  const button = element("button", { title: summary }, verb, path);
  button.dataset.operation = operationId;
  button.addEventListener("click", () => {
    location.hash = operationId;
  });
  return button;
}

function choose(operationId) {
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation === undefined) return;
  for (const button of document.querySelectorAll("nav button"))
    button.ariaCurrent = String(button.dataset.operation === operationId);
  show(operation);
}

function show(operation) {
  const { method, path, summary, parameters = [], requestBody } = operation;
  const fields = new Map();
  const form = element("div", { className: "fields" });
  for (const { name, in: place, required, schema } of parameters) {
    const field = element("input", {
      id: `field-${name}`,
      placeholder: schema.enum?.join(" | ") ?? schema.type ?? "",
      required,
    });
    fields.set(name, { place, field });
    form.append(
      element("label", { htmlFor: field.id, textContent: required ? `${name} *` : name }),
      field,
    );
  }
  const schema = requestBody?.content["application/json"].schema;
  const body =
    schema === undefined
      ? undefined
      : element("textarea", {
          spellcheck: false,
          ariaLabel: "Body",
          value: JSON.stringify(exampleOf(schema), null, 2),
        });
  const result = element("div", { id: "result" });
  const send = element("button", { textContent: "Send", id: "send" });
  const streams = "text/event-stream" in (operation.responses[200]?.content ?? {});
  const asEvents = element("input", { type: "checkbox", id: "events" });
  send.addEventListener("click", () => {
    const request = requestOf(operation, fields, body?.value, streams && asEvents.checked);
    ask(request, result).catch((error) => {
      result.replaceChildren(element("pre", { textContent: String(error) }));
    });
  });
  byId("operation").replaceChildren(
    element("h2", { textContent: `${method.toUpperCase()} ${path}` }),
    element("p", { textContent: summary }),
    ...(parameters.length > 0 ? [element("h3", { textContent: "Parameters" }), form] : []),
    ...(body === undefined ? [] : [element("h3", { textContent: "Body" }), body]),
    element(
      "div",
      { className: "actions" },
      send,
      ...(streams && path.startsWith("/v1/turns")
        ? [element("label", {}, asEvents, " as events")]
        : []),
    ),
    result,
  );
}

function requestOf({ method, path }, fields, body, asEvents) {
  const query = new URLSearchParams();
  let target = path;
  for (const [name, { place, field }] of fields)
    if (place === "path") target = target.replace(`{${name}}`, encodeURIComponent(field.value));
    else if (field.value !== "") query.set(name, field.value);
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (asEvents) headers.accept = "text/event-stream";
  if (byId("session").value) headers["x-session-id"] = byId("session").value;
  if (byId("user").value) headers["x-user-id"] = byId("user").value;
  if (byId("key").value) headers.authorization = `Bearer ${byId("key").value}`;
  const url = query.size > 0 ? `${target}?${query}` : target;
  return { url, method: method.toUpperCase(), headers, ...(body !== undefined && { body }) };
}

async function ask({ url, ...request }, result) {
  const status = element("span", { className: "status", textContent: "..." });
  const text = element("pre");
  result.replaceChildren(
    element("h3", { textContent: "As a command" }),
    element("pre", { textContent: commandOf(url, request) }),
    element("h3", {}, "Answer ", status),
    text,
  );
  const startedAt = performance.now();
  const response = await fetch(url, request);
  status.textContent = `${response.status} ${response.headers.get("x-request-id") ?? ""}`;
  status.classList.toggle("bad", !response.ok);
  const type = response.headers.get("content-type") ?? "";
  if (!/json|text/.test(type)) {
    text.textContent = `${type}, ${(await response.arrayBuffer()).byteLength} bytes`;
    return;
  }
  let received = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    received += chunk;
    text.textContent = received;
  }
  if (type.includes("json")) text.textContent = JSON.stringify(JSON.parse(received), null, 2);
  status.textContent += ` in ${Math.round(performance.now() - startedAt)} ms`;
}

function commandOf(url, { method, headers, body }) {
  const quoted = (value) => `'${value.replaceAll("'", "'\\''")}'`;
  const shown = Object.entries(headers).map(([name, value]) =>
    quoted(name === "authorization" ? "authorization: Bearer $KEY" : `${name}: ${value}`),
  );
  return [
    `curl -X ${method} ${quoted(location.origin + url)}`,
    ...shown.map((header) => `-H ${header}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(" \\\n  ");
}

/** A body with what is required, from its schema. */
function exampleOf(schema, depth = 0) {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const found = $ref
      .slice(2)
      .split("/")
      .reduce((at, name) => at?.[name], description);
    return depth > 6 ? {} : exampleOf(found ?? {}, depth + 1);
  }
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return exampleOf(either[0], depth + 1);
  if (schema.type === "object") {
    const required = schema.required ?? [];
    const names = Object.keys(schema.properties ?? {}).filter((name) => required.includes(name));
    return Object.fromEntries(
      names.map((name) => [name, HELPFUL[name] ?? exampleOf(schema.properties[name], depth + 1)]),
    );
  }
  if (schema.type === "array")
    return schema.minItems > 0 ? [exampleOf(schema.items, depth + 1)] : [];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return false;
  return "";
}

/** What a person would write. */
const HELPFUL = {
  model: "regente",
  input: "o que você faz?",
  input_text: "o que você faz?",
  messages: [{ role: "user", content: "o que você faz?" }],
  text: "1",
};
