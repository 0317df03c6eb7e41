import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentDefinition } from "../contracts/agent.ts";
import { loadAgent } from "./load-agent.ts";
import { loadManifest } from "./load-manifest.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const yaml = `name: Clerk
role: clerk
model: fast
prompt: You are the clerk of an archive.
task: "{question}"
max_iterations: 5
timeout_ms: 30000
tools:
  - name: find
    description: Look a person up
    capability: look_up
    params:
      type: object
      properties:
        who: {type: string, description: A name}
      required: [who]
      additionalProperties: false
    bind: {name: "{who}"}
`;
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<q:component name="Archive">
  <q:param name="question" type="string" required="true"/>
  <q:agent name="Clerk" role="clerk" model="fast" max_iterations="5" timeout="30000">
    <q:instruction>
      You are the clerk of an archive.
    </q:instruction>
    <q:tool name="find" description="Look a person up">
      <q:param name="who" type="string" required="true" description="A name"/>
      <q:function name="doFind" capability="look_up">
        <q:param name="name" value="{who}"/>
      </q:function>
    </q:tool>
    <q:execute task="{question}"/>
  </q:agent>
</q:component>
`;
/** The agent with this in the function of its tool. */
const inTool = (body: string) =>
  xml.replace(' capability="look_up"', "").replace('<q:param name="name" value="{who}"/>', body);
const load = (file: string, text: string) => {
  const read = loadAgent(folderOf({ [file]: text }), file);
  if ("agent" in read) return { agent: agentDefinition.parse(read.agent) };
  return { faults: read.faults.map(({ path, message }) => `${path}: ${message}`) };
};

it.each([
  [
    '<q:query name="order" datasource="db">SELECT *\n FROM a WHERE id = :id<q:param name="id" value="{who}"/></q:query><q:return value="{order[0]}"/>',
    {
      capability: "db.order",
      bind: { id: "{who}", statement: "SELECT * FROM a WHERE id = :id", row: "0" },
    },
  ],
  ['<q:data name="prices" datasource="db"/>', { capability: "db.prices" }],
  [
    '<q:llm capability="describe"><q:param name="text" value="{who}"/></q:llm>',
    { capability: "describe", bind: { text: "{who}" } },
  ],
  [
    '<q:query datasource="knowledge:help.faq" mode="search">SELECT content FROM chunks WHERE content SIMILAR TO :q LIMIT 5<q:param name="q" value="{who}"/></q:query>',
    { capability: "help.search_faq", bind: { query: "{who}", limit: "5" } },
  ],
])("a tool that holds %s runs a capability", (body, binding) => {
  expect(load("a.q", inTool(body))).toMatchObject({ agent: { tools: [binding] } });
});

it("a parameter's default is its schema's", () => {
  const withDefault = xml.replace(
    'type="string" required="true" description="A name"',
    'type="integer" default="3"',
  );
  expect(load("a.q", withDefault)).toMatchObject({
    agent: { tools: [{ params: { properties: { who: { type: "integer", default: 3 } } } }] },
  });
});

it("YAML and XML are one definition", () => {
  const fromYaml = load("clerk.yaml", yaml);
  expect(fromYaml).toHaveProperty("agent.tools.0.bind", { name: "{who}" });
  expect(load("clerk.xml", xml)).toEqual(fromYaml);
});

describe("a fault names file, line and field", () => {
  it.each<[string, string, string, RegExp]>([
    [
      "a missing field",
      "a.yaml",
      yaml.replace("role: clerk\n", ""),
      /^a\.yaml:1: role: is missing$/,
    ],
    [
      "an unknown field",
      "a.yaml",
      yaml.replace("model:", "modle:"),
      /^a\.yaml:3: modle: unknown field$/,
    ],
    [
      "a number out of bounds",
      "a.yaml",
      yaml.replace("tions: 5", "tions: 500"),
      /^a\.yaml:6: max_iterations: must be \d+ or less$/,
    ],
    [
      "a server of its own without the name of a model there",
      "a.yaml",
      yaml.replace("model: fast", "model: smart\nendpoint: http://127.0.0.1:11434/v1"),
      /^a\.yaml:3: model: an endpoint needs the name of one of its own models$/,
    ],
    ["broken YAML", "a.yaml", `${yaml}  - [`, /^a\.yaml:\d+: /],
    ["broken XML", "a.xml", xml.replace("</q:tool>", ""), /^a\.xml:\d+: /],
    [
      "a document type",
      "a.xml",
      xml.replace("?>\n", '?>\n<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>\n'),
      /^a\.xml:2: document type declarations \(DOCTYPE\) are not supported/,
    ],
    [
      "a missing instruction",
      "a.xml",
      xml.replace(/<q:instruction>[\s\S]*<\/q:instruction>/, ""),
      /^a\.xml:4: needs a <q:instruction>$/,
    ],
    [
      "a query in a tool",
      "a.xml",
      xml.replace('<q:param name="name" value="{who}"/>', "<q:query>DROP</q:query>"),
      /^a\.xml:11: <q:query> needs datasource="\.\.\."$/,
    ],
    [
      "a condition in a tool",
      "a.xml",
      inTool("<q:if condition='{who}'/>"),
      /^a\.xml:11: <q:if> does not run here; bind a capability: .+$/,
    ],
    [
      "two steps in one tool",
      "a.xml",
      inTool('<q:query name="one" datasource="db"/><q:llm capability="describe"/>'),
      /^a\.xml:11: <q:llm> after <q:query>: one step per tool/,
    ],
    [
      "a prompt in a tool",
      "a.xml",
      inTool('<q:llm model="x">Describe {who}</q:llm>'),
      /^a\.xml:11: a prompt is a capability of kind "reasoning"; name it/,
    ],
    [
      "a statement whose parameter is not given",
      "a.xml",
      inTool('<q:query name="one" datasource="db">SELECT * FROM a WHERE id = :id</q:query>'),
      /^a\.xml:11: :id needs a <q:param>/,
    ],
    [
      "another question to a knowledge base",
      "a.xml",
      inTool('<q:query name="one" datasource="knowledge:faq">DELETE FROM chunks</q:query>'),
      /^a\.xml:11: a knowledge base can only be searched/,
    ],
    [
      "a file that the operator does not give",
      "a.xml",
      inTool('<q:data name="prices" source="/etc/passwd"/>'),
      /^a\.xml:11: <q:data> needs datasource=/,
    ],
    [
      "an answer that is worked out",
      "a.xml",
      inTool('<q:query name="one" datasource="db"/><q:return value="{one.total * 2}"/>'),
      /^a\.xml:11: \{one\.total \* 2\}: a tool may return only the result of what it ran/,
    ],
    [
      "a page that binds what is not there",
      "a.xml",
      xml.replace("</q:agent>", "</q:agent>\n<p>{Clerk}</p>\n<p>{secret}</p>"),
      /^a\.xml:17: \{secret\} is not one of the names on this page: \{question\}, \{Clerk\}, \{Clerk_result\}$/,
    ],
    [
      "a page that runs something",
      "a.xml",
      xml.replace("</q:agent>", '</q:agent>\n<q:set name="x" value="1"/>'),
      /^a\.xml:16: <q:set> does not run here; give an agent a tool for it/,
    ],
    [
      "a loop through something else",
      "a.xml",
      xml.replace("</q:agent>", '</q:agent>\n<q:loop items="{Clerk}" var="x"/>'),
      /^a\.xml:16: a loop runs over the agent's actions/,
    ],
    [
      "a loop in a tool",
      "a.xml",
      inTool("<q:loop items='{who}' var='x'/>"),
      /^a\.xml:11: <q:loop> does not run here; bind a capability: .+$/,
    ],
    [
      "a condition inside a query",
      "a.xml",
      inTool('<q:query name="one" datasource="db">SELECT 1\n<q:if condition="{who}"/></q:query>'),
      /^a\.xml:12: <q:if> has no meaning in <q:query>$/,
    ],
    [
      "code in a tool",
      "a.xml",
      xml.replace('<q:param name="name"', 'return 7\n<q:param name="name"'),
      /^a\.xml:10: text in <q:function> is not run: "return 7"$/,
    ],
    [
      "a prompt beside the capability that has one",
      "a.xml",
      inTool('<q:llm capability="describe">Describe {who}</q:llm>'),
      /^a\.xml:11: text in <q:llm> is not run: "Describe \{who\}"/,
    ],
    [
      "a query beside a capability",
      "a.xml",
      xml.replace('<q:param name="name" value="{who}"/>', '<q:query name="o" datasource="db"/>'),
      /^a\.xml:11: <q:query> beside capability="\.\.\.": only one of them can run/,
    ],
    [
      "an attribute that would be passed over",
      "a.xml",
      inTool('<q:query name="one" datasource="db" maxrows="5"/>'),
      /^a\.xml:11: maxrows: unknown attribute of <q:query>/,
    ],
    [
      "a second return",
      "a.xml",
      inTool(
        '<q:data name="one" datasource="db"/><q:return value="{one}"/><q:return value="{one}"/>',
      ),
      /^a\.xml:11: a second <q:return>/,
    ],
    [
      "a condition in an instruction",
      "a.xml",
      xml.replace("You are", "<q:if condition='{question}'>x</q:if>You are"),
      /^a\.xml:6: <q:if> has no meaning in <q:instruction>/,
    ],
    [
      "the user's words in an instruction",
      "a.xml",
      xml.replace("an archive.", "an archive. {question}"),
      /^a\.xml:5: \{question\} is not filled in here; it belongs in <q:execute>/,
    ],
    [
      "the user's words in an instruction, where no component stands around the agent",
      "a.xml",
      '<q:agent name="A"><q:instruction>Look up {it}.</q:instruction>\n<q:execute task="{it}"/></q:agent>',
      /^a\.xml:1: \{it\} is not filled in here; it belongs in <q:execute>/,
    ],
    [
      "a task that binds what is not there",
      "a.xml",
      xml.replace('task="{question}"', 'task="{questoin}"'),
      /^a\.xml:14: \{questoin\} is not a <q:param> of this component/,
    ],
    [
      "a default that is none",
      "a.xml",
      xml.replace(
        'type="string" required="true" description',
        'type="integer" default="many" description',
      ),
      /^a\.xml:9: default must be of type integer, not "many"/,
    ],
    [
      "an agent behind a condition",
      "a.xml",
      xml.replace(
        "</q:agent>",
        '</q:agent>\n<q:if condition="{question}"><q:agent name="B"/></q:if>',
      ),
      /^a\.xml:16: <q:agent> does not run here/,
    ],
    [
      "a condition without one",
      "a.xml",
      xml.replace("</q:agent>", '</q:agent>\n<q:if condition="yes"><p>x</p></q:if>'),
      /^a\.xml:16: <q:if> needs condition="\{\.\.\.\}"/,
    ],
    [
      "a loop that counts",
      "a.xml",
      xml.replace(
        "</q:agent>",
        '</q:agent>\n<q:loop items="{Clerk_result.actions}" var="a" from="1" to="3"/>',
      ),
      /^a\.xml:16: from: unknown attribute of <q:loop>/,
    ],
    [
      "a tool that binds nothing",
      "a.xml",
      xml.replace(' capability="look_up"', ""),
      /^a\.xml:10: <q:function> needs capability="\.\.\."$/,
    ],
    [
      "an unknown attribute",
      "a.xml",
      xml.replace("model=", "modle="),
      /^a\.xml:4: modle: unknown attribute of <q:agent>$/,
    ],
    [
      "an unknown part",
      "a.xml",
      xml.replace("<q:execute", "<q:exec/><q:execute"),
      /^a\.xml:14: <q:exec> is not part of an agent$/,
    ],
    [
      "a number that is none",
      "a.xml",
      xml.replace('"5"', '"five"'),
      /^a\.xml:4: max_iterations must be a number, not "five"$/,
    ],
    [
      "a bound of the definition",
      "a.xml",
      xml.replace('"5"', '"500"'),
      /^a\.xml:4: max_iterations: must be \d+ or less$/,
    ],
    ["another document", "a.xml", "<q:component/>", /^a\.xml:1: there is no <q:agent>$/],
    ["an empty file", "a.xml", "", /^a\.xml:1: /],
    ["a deep file", "a.xml", "<a>".repeat(200) + "</a>".repeat(200), /is nested too deeply/],
  ])("%s", (_what, file, text, fault) => {
    const read = load(file, text);
    expect(read).toHaveProperty("faults");
    if ("faults" in read) expect(read.faults?.join("\n")).toMatch(new RegExp(fault, "m"));
  });

  it("a file that is not there, or stands elsewhere", () => {
    const outside = folderOf({ "secret.yaml": yaml });
    const folder = folderOf({ "manifest.yaml": "" });
    symlinkSync(join(outside, "secret.yaml"), join(folder, "link.yaml"));
    const faultOf = (file: string) => {
      const read = loadAgent(folder, file);
      return "faults" in read ? read.faults[0]?.message : undefined;
    };
    expect(faultOf("none.yaml")).toContain("no such file");
    expect(faultOf("link.yaml")).toContain("manifest's own folder");
    expect(faultOf(`../${outside.split("/").at(-1)}/secret.yaml`)).toContain("own folder");
  });
});

const manifest = (agent: string) => `manifest_version: "1"
domain: archive
version: 1.0.0
description: {en: Archive}
capabilities:
  - {capability: look_up, effect: read}
  - capability: ask_clerk
    kind: agent
    effect: read
    params_schema: {type: object, properties: {question: {type: string}}, required: [question]}
    agent: ${agent}
`;

it("a manifest names the file of its agent, and its faults are the manifest's", () => {
  const good = folderOf({ "manifest.yaml": manifest("agents/clerk.xml"), "agents/clerk.xml": xml });
  expect(loadManifest(good).capabilities[1]?.agent?.role).toBe("clerk");
  const bad = folderOf({
    "manifest.yaml": manifest("agents/clerk.yaml"),
    "agents/clerk.yaml": yaml.replace("role: clerk", "role: 7"),
  });
  expect(() => loadManifest(bad)).toThrow(
    /agents\/clerk\.yaml:2: role: must be a string, not a number/,
  );
});
