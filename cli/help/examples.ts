import { said } from "../said.ts";

const question = said({ "pt-BR": '"qual o preço da PETR4?"', en: '"what is the price of AAPL?"' });
const movers = said({ "pt-BR": '"maiores altas do Brasil"', en: '"top gainers in Brazil"' });

/** Command lines as they are typed, by the command that they show. */
const examples = new Map<string, readonly string[]>(
  Object.entries({
    "": [
      "npm start",
      `npx regente ask ${question}`,
      "npx regente chat",
      "npx regente runs list --help",
    ],
    up: ["npx regente up", "PORT=8090 npx regente up --json"],
    chat: ["npx regente chat", "npx regente chat --session mine", "npx regente chat < lines.txt"],
    ask: [
      `npx regente ask ${question}`,
      'npx regente ask "1" --session session_01',
      `echo ${movers} | npx regente ask --json`,
    ],
    explain: [`npx regente explain ${movers}`, `npx regente explain --json ${movers}`],
    domains: ["npx regente domains", "npx regente domains approve weather"],
    "domains list": ["npx regente domains", "npx regente domains list --json"],
    "domains approve": ["npx regente domains approve weather"],
    "domains key": ["npx regente domains key weather", "npx regente domains key >> .env"],
    lint: ["npx regente lint", "npx regente lint --json"],
    diff: ["npx regente diff domains/finance", "npx regente diff domains/finance --json"],
    promote: ["npx regente promote", "npx regente promote accept 0123456789ab"],
    "promote list": ["npx regente promote", "npx regente promote list --json"],
    "promote accept": [
      "npx regente promote accept 0123456789ab",
      'npx regente promote accept 0123456789ab --as="what [pops](direction:GAINERS) today"',
    ],
    "promote reject": ["npx regente promote reject 0123456789ab"],
    eval: ["npx regente eval", "npx regente eval --json"],
    runs: ["npx regente runs", "npx regente runs show last"],
    "runs list": [
      "npx regente runs",
      "npx regente runs list --status=failure --limit=50",
      "npx regente runs list --session=mine --json",
    ],
    "runs show": ["npx regente runs show last", "npx regente runs show run_01 --json"],
    "runs cancel": ["npx regente runs cancel run_01", "npx regente runs cancel last"],
    "runs resume": ["npx regente runs resume last", "npx regente runs resume run_01 --json"],
    "runs rerun": ["npx regente runs rerun run_01", "npx regente runs rerun last --json"],
    "runs follow": ["npx regente runs follow last", "npx regente runs follow run_01 --json"],
    audit: ["npx regente audit verify", "npx regente audit verify --json"],
    "audit verify": ["npx regente audit verify", "npx regente audit verify --dir=.regente/audit"],
    keys: [
      "npx regente keys add --user=ana --scopes=effect:read",
      "npx regente keys",
      "npx regente keys revoke 0123456789ab",
    ],
    "keys add": [
      "npx regente keys add --user=ana --scopes=finance:*,notify:*",
      "npx regente keys add --user=ci --scopes=effect:read --until=2027-01-31",
      "npx regente keys add --user=ops --scopes=* --file=keys.json --json",
    ],
    "keys list": ["npx regente keys", "npx regente keys list --json"],
    "keys revoke": ["npx regente keys revoke 0123456789ab"],
    usage: ["npx regente usage", "npx regente usage --since=2026-11-01 --json"],
    "reset-session": ["npx regente reset-session mine"],
    completion: [
      "alias regente='npx regente'",
      "npx regente completion bash >> ~/.bashrc",
      "npx regente completion zsh > ~/.zfunc/_regente",
      "npx regente completion fish > ~/.config/fish/completions/regente.fish",
    ],
    replay: ["npx regente replay last", "npx regente replay run_01 --to-test=tests/quote.test.ts"],
    "new-domain": ["npx regente new-domain garden", "npx regente new-domain garden --port=8140"],
    "check-domain": [
      "npx regente check-domain http://127.0.0.1:8101",
      "npx regente check-domain http://127.0.0.1:8101 --url=http://127.0.0.1:8080 --cases=cases.json",
    ],
  }),
);

export const examplesOf = (path: readonly string[]): readonly string[] =>
  examples.get(path.join(" ")) ?? [];
