// @ts-check
// Regente's widget: <script src="https://YOUR-REGENTE/widget.js" defer></script>, with data-title, data-lang, data-color, data-open.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const base = new URL(script.src).origin;
  const given = script.dataset;
  const language = given.lang || document.documentElement.lang || navigator.language;
  const words = {
    pt: {
      title: "Assistente",
      open: "Abrir conversa",
      close: "Fechar conversa",
      say: "Escreva o que você precisa",
      send: "Enviar",
      log: "Conversa",
      waits: "Respondendo…",
      away: "Sem conexão. Vou tentar de novo.",
      elsewhere: "Esta conversa não funciona neste site. Avise quem cuida dele.",
      refused: "Não deu para enviar. Tente de novo daqui a pouco.",
      forget: "Apagar conversa",
      hello: "Oi! O que você precisa?",
    },
    en: {
      title: "Assistant",
      open: "Open chat",
      close: "Close chat",
      say: "Write what you need",
      send: "Send",
      log: "Conversation",
      waits: "Answering…",
      away: "No connection. Trying again.",
      elsewhere: "This chat does not work on this site. Please tell its owner.",
      refused: "That could not be sent. Try again in a moment.",
      forget: "Delete conversation",
      hello: "Hi! What do you need?",
    },
  }[/^pt/i.test(language) ? "pt" : "en"];

  const STYLE = `
:host { all: initial; --own: #1d5c4d; --page: #fff; --ink: #1c211f; --soft: #eef2f0; --line: #8a9691; font: 16px/1.45 system-ui, sans-serif; }
* { box-sizing: border-box; font: inherit; }
[hidden] { display: none !important; }
button { cursor: pointer; border: 1px solid var(--own); border-radius: 10px; background: var(--page); color: var(--own); padding: 8px 12px; }
button:focus-visible, textarea:focus-visible, a:focus-visible { outline: 3px solid var(--own); outline-offset: 2px; }
.launch { position: fixed; right: 20px; bottom: 20px; z-index: 2147483000; width: 56px; height: 56px; border-radius: 50%; padding: 0; background: var(--own); color: #fff; box-shadow: 0 2px 10px #0005; display: grid; place-items: center; }
.panel { position: fixed; right: 20px; bottom: 88px; z-index: 2147483000; width: min(380px, calc(100vw - 40px)); height: min(580px, calc(100vh - 108px)); display: flex; flex-direction: column; background: var(--page); color: var(--ink); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; box-shadow: 0 6px 30px #0004; }
header { display: flex; align-items: center; gap: 8px; padding: 10px 14px; background: var(--own); color: #fff; }
h2 { flex: 1; margin: 0; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
header button { border-color: #fff; background: none; color: #fff; padding: 4px 9px; }
header button:focus-visible { outline-color: #fff; }
.log { flex: 1; overflow-y: auto; padding: 14px; display: flex; flex-direction: column; gap: 10px; }
.log > div { max-width: 88%; padding: 8px 12px; border-radius: 12px; background: var(--soft); white-space: pre-wrap; overflow-wrap: anywhere; align-self: flex-start; }
.log > div.you { align-self: flex-end; background: var(--own); color: #fff; }
.log > div.note { background: none; border: 1px dashed var(--line); font-size: 14px; }
svg { width: 20px; height: 20px; display: block; fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.launch svg { width: 26px; height: 26px; }
.log .file { display: block; margin-top: 6px; }
.log code { font-family: ui-monospace, monospace; font-size: 14px; }
.log strong { font-weight: 650; }
.log a { color: inherit; }
.log img { display: block; max-width: 100%; border-radius: 8px; background: #fff; }
.choices { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 8px; }
form { display: flex; gap: 8px; padding: 10px; border-top: 1px solid var(--line); align-items: flex-end; }
textarea { flex: 1; resize: none; max-height: 120px; border: 1px solid var(--line); border-radius: 10px; padding: 8px 10px; background: var(--page); color: var(--ink); }
form button { background: var(--own); color: #fff; }
@media (max-width: 480px) { .panel { inset: 0; width: auto; height: auto; border: 0; border-radius: 0; } .launch.open { display: none; } }
@media (prefers-color-scheme: dark) { :host { --page: #161b19; --ink: #e9efec; --soft: #26302c; --line: #6f7d77; } button { color: #9fd8c6; border-color: #9fd8c6; } .launch, form button { color: #fff; border-color: var(--own); } }
`;

  /** @param {string} name @param {Record<string, unknown>} [props] @param {(Node | string)[]} [children] @returns {any} */
  const make = (name, props = {}, ...children) => {
    const node = Object.assign(document.createElement(name), props);
    node.append(.../** @type {any} */ (children));
    return node;
  };

  /** An icon, drawn: not every machine has signs for it. @param {string} d */
  const icon = (d) => {
    const [svg, path] = ["svg", "path"].map((name) =>
      document.createElementNS("http://www.w3.org/2000/svg", name),
    );
    for (const [name, value] of Object.entries({ viewBox: "0 0 24 24", "aria-hidden": "true" }))
      svg.setAttribute(name, value);
    path.setAttribute("d", d);
    svg.append(path);
    return svg;
  };

  const place = `regente-widget ${base}`;
  const token = () =>
    btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=+$/, "");
  const remembered = () => {
    try {
      const known = localStorage.getItem(place) ?? token();
      localStorage.setItem(place, known);
      return known;
    } catch {
      return token();
    }
  };
  let visitor = remembered();
  let after = 0;
  let isOpen = false;
  let isAsking = false;

  const host = make("div");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  if (/^#[0-9a-f]{6}$/i.test(given.color ?? ""))
    sheet.insertRule(`:host { --own: ${given.color} !important; }`, sheet.cssRules.length);
  root.adoptedStyleSheets = [sheet];

  const launch = make(
    "button",
    { className: "launch", type: "button", title: words.open },
    icon("M4 4h16v12H9l-5 4z"),
  );
  launch.setAttribute("aria-label", words.open);
  launch.setAttribute("aria-expanded", "false");
  const log = make("div", { className: "log", tabIndex: 0 });
  log.setAttribute("role", "log");
  log.setAttribute("aria-label", words.log);
  const input = make("textarea", { rows: 1, maxLength: 8000, placeholder: words.say });
  input.setAttribute("aria-label", words.say);
  const form = make("form", {}, input, make("button", { type: "submit", textContent: words.send }));
  const clear = make(
    "button",
    { type: "button", title: words.forget },
    icon("M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13"),
  );
  clear.setAttribute("aria-label", words.forget);
  const close = make(
    "button",
    { type: "button", title: words.close },
    icon("M5 5l14 14M19 5L5 19"),
  );
  close.setAttribute("aria-label", words.close);
  const panel = make(
    "section",
    { className: "panel", hidden: true },
    make("header", {}, make("h2", { textContent: given.title ?? words.title }), clear, close),
    log,
    form,
  );
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", given.title ?? words.title);
  panel.lang = /^pt/i.test(language) ? "pt-BR" : "en";
  root.append(panel, launch);

  const waits = make("div", { className: "note", textContent: words.waits });
  const away = make("div", { className: "note", textContent: words.away });
  // Of a page that the operator does not list: nothing comes of asking again.
  const elsewhere = make("div", { className: "note", textContent: words.elsewhere });
  const isElsewhere = ({ message }) => message === "403";
  const show = (node) => {
    log.append(node);
    log.scrollTop = log.scrollHeight;
  };

  /** @param {string} path @param {object} body @param {AbortSignal} [signal] */
  const post = async (path, body, signal) => {
    const response = await fetch(`${base}/v1/widget/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      credentials: "omit",
      body: JSON.stringify({ visitor, ...body }),
      ...(signal && { signal }),
    });
    if (!response.ok) throw new Error(String(response.status));
    return response;
  };
  const pause = (ms) => new Promise((next) => setTimeout(next, ms));

  /** Sent again under the same name it counts once. */
  const send = async (what) => {
    const body = { id: token(), lang: language, ...what };
    show(waits);
    for (let tried = 1; ; tried++)
      try {
        await post("say", body);
        away.remove();
        return;
      } catch (error) {
        const isFinal = /^4(?!29)/.test(error.message) || tried > 5;
        const refused = () => make("div", { className: "note", textContent: words.refused });
        show(isElsewhere(error) ? elsewhere : isFinal ? refused() : away);
        if (isFinal) return waits.remove();
        await pause(1000 * tried);
      }
  };

  /** Words and marks as nodes: nothing that was said is ever read as HTML. */
  const worded = ({ text, marks }) => {
    const nodes = [];
    let from = 0;
    for (const { type, offset, length, url } of [...marks].sort((a, b) => a.offset - b.offset)) {
      nodes.push(text.slice(from, offset));
      const textContent = text.slice(offset, offset + length);
      const isLink = type === "text_link" && /^https?:/i.test(url ?? "");
      if (isLink)
        nodes.push(
          make("a", { textContent, href: url, target: "_blank", rel: "noopener noreferrer" }),
        );
      else
        nodes.push(
          make({ bold: "strong", code: "code", pre: "code" }[type] ?? "span", { textContent }),
        );
      from = offset + length;
    }
    return [...nodes, text.slice(from)];
  };
  const filed = ({ name, media_type, data }) => {
    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
    const href = URL.createObjectURL(new Blob([bytes], { type: media_type }));
    const link = make("a", { className: "file", href, download: name, textContent: name });
    if (!/^image\/(?:png|jpeg|gif|webp)$/.test(media_type)) return link;
    const picture = make("img", { className: "file", src: href, alt: name });
    picture.onerror = () => picture.replaceWith(link);
    return picture;
  };
  const told = (message) => {
    const node = make(
      "div",
      { className: message.from },
      ...worded(message),
      ...message.files.map(filed),
    );
    if (message.choices.length > 0) {
      const row = make("div", { className: "choices" });
      row.dataset.seq = message.seq;
      for (const { label, choice } of message.choices.flat())
        row.append(
          make("button", {
            type: "button",
            textContent: label,
            onclick: () => {
              row.remove();
              input.focus();
              void send({ choice, ref: String(message.seq) });
            },
          }),
        );
      node.append(row);
    }
    return node;
  };

  const listen = async () => {
    if (isAsking) return;
    isAsking = true;
    while (isOpen)
      try {
        const mine = visitor;
        const { messages, open } = await (await post("receive", { after })).json();
        if (mine !== visitor) continue;
        away.remove();
        for (const message of messages) {
          after = message.seq;
          if (message.from === "us") waits.remove();
          show(told(message));
          if (waits.isConnected) show(waits);
        }
        for (const row of log.querySelectorAll(".choices"))
          if (!open.includes(Number(row.dataset.seq))) row.remove();
      } catch (error) {
        if (isElsewhere(error)) {
          away.remove();
          show(elsewhere);
          break;
        }
        show(away);
        await pause(3000);
      }
    isAsking = false;
  };
  const toggle = (wanted) => {
    isOpen = wanted;
    panel.hidden = !wanted;
    launch.classList.toggle("open", wanted);
    launch.setAttribute("aria-expanded", String(wanted));
    if (!wanted) return launch.focus();
    if (log.childElementCount === 0) show(make("div", { textContent: words.hello }));
    input.focus();
    void listen();
  };

  launch.onclick = () => toggle(!isOpen);
  close.onclick = () => toggle(false);
  // Without a value: a handler that gives false takes the key away.
  panel.onkeydown = (event) => {
    if (event.key === "Escape") toggle(false);
  };
  input.onkeydown = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === "") return;
    input.value = "";
    void send({ text });
  };
  clear.onclick = async () => {
    try {
      await post("forget", {});
      localStorage.removeItem(place);
    } catch {}
    visitor = remembered();
    after = 0;
    log.replaceChildren(make("div", { textContent: words.hello }));
    input.focus();
  };

  document.body.append(host);
  if (given.open !== undefined) toggle(true);
})();
