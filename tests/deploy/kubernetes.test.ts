import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { hasModels, type Manifest, schemaFaults, typeFaults } from "./kubernetes-models.ts";
import { readCompose } from "./read-compose.ts";

const FOLDER = "deploy/kubernetes";
const { services } = readCompose();
const names = Object.keys(services);
const domains = names.filter((name) => name !== "postgres" && name !== "orchestrator");

const { resources, namespace } = z
  .looseObject({ resources: z.array(z.string()), namespace: z.string() })
  .parse(parse(readFileSync(join(FOLDER, "kustomization.yaml"), "utf8")));
const manifests = resources.flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), "utf8")).map(
    (document) => document.toJS() as Manifest,
  ),
);

const env = z.strictObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .strictObject({
      secretKeyRef: z.strictObject({
        name: z.literal("regente"),
        key: z.string(),
        optional: z.boolean().default(false),
      }),
    })
    .optional(),
});
const probe = z.looseObject({
  httpGet: z.strictObject({ path: z.string(), port: z.string() }).optional(),
  exec: z.strictObject({ command: z.array(z.string()) }).optional(),
  tcpSocket: z.strictObject({ port: z.string() }).optional(),
  timeoutSeconds: z.number().optional(),
});
const deployment = z.looseObject({
  spec: z.looseObject({
    replicas: z.number(),
    strategy: z.strictObject({ type: z.string() }),
    selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        automountServiceAccountToken: z.boolean(),
        enableServiceLinks: z.boolean(),
        shareProcessNamespace: z.boolean().default(false),
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.looseObject({ runAsNonRoot: z.boolean(), runAsUser: z.number() }),
        containers: z.tuple([
          z.looseObject({
            image: z.string(),
            args: z.array(z.string()).default([]),
            envFrom: z
              .array(
                z.partialRecord(
                  z.enum(["secretRef", "configMapRef"]),
                  z.strictObject({ name: z.string() }),
                ),
              )
              .default([]),
            env: z.array(env),
            ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })),
            startupProbe: probe,
            readinessProbe: probe,
            livenessProbe: probe,
            resources: z.strictObject({
              requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
              limits: z.strictObject({ memory: z.string() }),
            }),
            securityContext: z.strictObject({
              allowPrivilegeEscalation: z.boolean(),
              readOnlyRootFilesystem: z.boolean(),
              capabilities: z.strictObject({ drop: z.array(z.string()) }),
            }),
            volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(
          z.looseObject({
            name: z.string(),
            emptyDir: z.looseObject({}).optional(),
            persistentVolumeClaim: z.strictObject({ claimName: z.string() }).optional(),
          }),
        ),
      }),
    }),
  }),
});

const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const namesOf = (kind: string) => ofKind(kind).map(({ metadata }) => metadata.name);
const podOf = (name: string) => {
  const { spec } = deployment.parse(
    ofKind("Deployment").find(({ metadata }) => metadata.name === name),
  );
  const { containers, ...pod } = spec.template.spec;
  return { ...pod, labels: spec.template.metadata.labels, spec, container: containers[0] };
};

it("takes every file of its folder, and has what docker-compose.yml starts", () => {
  const files = readdirSync(FOLDER).filter((file) => file !== "kustomization.yaml");
  expect(resources.toSorted()).toEqual(files.toSorted());
  expect(namesOf("Deployment").toSorted()).toEqual(names.toSorted());
  expect(namesOf("Service").toSorted()).toEqual(names.toSorted());
  expect(namesOf("Namespace")).toEqual([namespace]);
  const kept = names.filter((name) => services[name]?.volumes.length !== 0);
  expect(namesOf("PersistentVolumeClaim").toSorted()).toEqual(
    kept.map((name) => `${name}-data`).toSorted(),
  );
});

it("holds no secret's value", () => {
  expect(ofKind("Secret")).toEqual([]);
  const given = names.flatMap((name) => podOf(name).container.env);
  for (const { name, value } of given)
    if (/KEY|SECRET|PASSWORD|TOKEN/.test(name))
      expect(value ?? "", name).toMatch(name === "REGENTE_API_KEYS" ? /^\/data\// : /^$/);
});

/** `${NAME:?why}` and `${NAME:-}` of compose: which key of the secret it is. */
const WHOLE_REFERENCE = /^\$\{(\w+):([?-])[^}]*\}$/;
/** With what Kubernetes needs beside it: where the password of an address comes from, a folder inside the volume. */
const ONLY_HERE: Record<string, string[]> = {
  orchestrator: ["POSTGRES_PASSWORD"],
  postgres: ["PGDATA"],
};

describe.each(names)("%s", (name) => {
  const service = services[name];
  if (service === undefined) throw new Error(name);
  const { container, spec, labels, volumes, ...pod } = podOf(name);

  it("runs the same image and command", () => {
    expect(container.image).toBe(service.image);
    expect(container.args).toEqual(service.command);
  });

  it("is given the same environment: fixed values as they are, the rest from the secret", () => {
    const there = container.env.filter((each) => !(ONLY_HERE[name] ?? []).includes(each.name));
    const fixed = Object.keys(service.environment).filter((variable) => variable !== "TZ");
    expect(there.map((each) => each.name)).toEqual(fixed);
    for (const { name: variable, value, valueFrom } of there) {
      const inCompose = service.environment[variable] ?? "";
      const [, key, mark] = WHOLE_REFERENCE.exec(inCompose) ?? [];
      if (key === undefined) expect(value).toBe(inCompose.replace(/\$\{(\w+):\?[^}]*\}/, "$($1)"));
      else
        expect(valueFrom).toEqual({
          secretKeyRef: { name: "regente", key, optional: mark === "-" },
        });
    }
    // What an address takes from the environment stands before it.
    const order = container.env.map((each) => each.name);
    if (order.includes("DATABASE_URL"))
      expect(order.indexOf("POSTGRES_PASSWORD")).toBeLessThan(order.indexOf("DATABASE_URL"));
    expect(pod.enableServiceLinks).toBe(false);
  });

  it("is given all of .env and of the ConfigMap where compose gives it all of .env, and nowhere else", () => {
    const whole = service.env_file.length > 0;
    if (whole) expect(service.env_file).toEqual([{ path: ".env", required: false }]);
    const sources = [{ secretRef: { name: "regente" } }, { configMapRef: { name: "settings" } }];
    expect(container.envFrom).toEqual(whole ? sources : []);
    expect(whole).toBe(name === "orchestrator");
  });

  it("listens where compose has it, under the same name", () => {
    const port = Number(service.environment["PORT"] ?? 5432);
    expect(container.ports.map(({ containerPort }) => containerPort)).toEqual([port]);
    const [own] = ofKind("Service").filter(({ metadata }) => metadata.name === name);
    expect(own?.["spec"]).toEqual({
      selector: { "app.kubernetes.io/name": name },
      ports: [{ name: container.ports[0]?.name, port, targetPort: container.ports[0]?.name }],
    });
    expect(spec.selector.matchLabels).toEqual({ "app.kubernetes.io/name": name });
    expect(labels["app.kubernetes.io/name"]).toBe(name);
  });

  it("has the limits, rights and time to stop that compose gives", () => {
    const [, number, unit] = /^(\d+)([mg])$/.exec(service.mem_limit) ?? [];
    expect(container.resources.limits.memory).toBe(`${number}${unit === "g" ? "Gi" : "Mi"}`);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: !service.security_opt.includes("no-new-privileges:true"),
      readOnlyRootFilesystem: service.read_only,
      // The image of PostgreSQL needs them in compose to become its own user, which it is here from the start.
      capabilities: { drop: name === "postgres" ? ["ALL"] : service.cap_drop },
    });
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.shareProcessNamespace).toBe(service.init);
    expect(`${pod.terminationGracePeriodSeconds}s`).toBe(service.stop_grace_period);
  });

  it("writes where compose lets it, and is never there twice over one volume", () => {
    const kept = new Set(
      volumes.map((each) => `${each.name} ${each.persistentVolumeClaim !== undefined}`),
    );
    const mounts = container.volumeMounts.map((each) => {
      const isKept = kept.has(`${each.name} true`);
      return isKept ? `${name}-${each.name}:${each.mountPath}` : each.mountPath;
    });
    expect(mounts.toSorted()).toEqual([...service.tmpfs, ...service.volumes].toSorted());
    expect([spec.replicas, spec.strategy.type]).toEqual([1, "Recreate"]);
  });

  it("is asked what its health check in compose asks", () => {
    const { startupProbe, readinessProbe, livenessProbe } = container;
    const test = service.healthcheck.test.join(" ");
    const asked = readinessProbe.httpGet?.path ?? readinessProbe.exec?.command.join(" ") ?? "?";
    expect(test).toContain(asked);
    expect(`${readinessProbe.timeoutSeconds}s`).toBe(service.healthcheck["timeout"]);
    // It is not ready while it recovers, and a restart would begin that again.
    if (name === "postgres") return expect(livenessProbe.tcpSocket).toEqual({ port: "postgres" });
    // A domain that is down must not end the orchestrator.
    for (const each of [startupProbe, livenessProbe])
      expect(each.httpGet).toEqual({ path: "/health", port: "http" });
    expect(readinessProbe.httpGet?.path).toBe(name === "orchestrator" ? "/ready" : "/health");
  });
});

it("every setting of the page's table reaches the orchestrator, or the page says what fixes it here", () => {
  const page = readFileSync("docs/operations.md", "utf8");
  const [, settings = ""] = /\n## Settings\n([\s\S]*?)\n## /.exec(page) ?? [];
  const rows = settings.split("\n").filter((line) => /^\| `/.test(line));
  const named = rows.flatMap((row) => row.split("|")[1]?.match(/[A-Z][A-Z_]+/g) ?? []);
  expect(named).toEqual(expect.arrayContaining(["REGENTE_KEEP_DAYS", "REGENTE_DEADLINE_MS", "TZ"]));
  const fixed: readonly string[] =
    /^Containers fix (.*)\.$/m.exec(settings)?.[1]?.match(/[A-Z][A-Z_]+/g) ?? [];
  const { env_file, environment = {} } = services["orchestrator"] ?? {};
  expect(env_file).toEqual([{ path: ".env", required: false }]);
  const { env: here } = podOf("orchestrator").container;
  for (const name of named.filter((each) => !fixed.includes(each))) {
    expect(environment[name] ?? `\${${name}`, name).toContain(`\${${name}`);
    expect(here.map((each) => each.name)).not.toContain(name);
  }
  for (const name of fixed) expect(environment, name).toHaveProperty(name);
  expect(ofKind("ConfigMap").map(({ metadata, data }) => [metadata.name, data])).toEqual([
    ["settings", { TZ: /^\$\{TZ:-(.*)\}$/.exec(environment["TZ"] ?? "")?.[1] }],
  ]);
});

describe("the network", () => {
  const selector = z.strictObject({
    matchLabels: z.record(z.string(), z.string()).optional(),
    matchExpressions: z
      .array(
        z.strictObject({ key: z.string(), operator: z.literal("In"), values: z.array(z.string()) }),
      )
      .optional(),
  });
  const peer = z.strictObject({
    podSelector: selector.optional(),
    namespaceSelector: selector.optional(),
    ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()) }).optional(),
  });
  const ports = z.array(z.strictObject({ protocol: z.string(), port: z.number() })).optional();
  const policies = ofKind("NetworkPolicy").map(
    (manifest) =>
      z
        .looseObject({
          spec: z.strictObject({
            podSelector: selector,
            policyTypes: z.array(z.enum(["Ingress", "Egress"])),
            ingress: z.array(z.strictObject({ from: z.array(peer).optional(), ports })).optional(),
            egress: z.array(z.strictObject({ to: z.array(peer), ports })).optional(),
          }),
        })
        .parse(manifest).spec,
  );
  const picks = (
    { matchLabels = {}, matchExpressions = [] }: z.infer<typeof selector>,
    name: string,
  ) => {
    const { labels } = podOf(name);
    return (
      Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
      matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ""))
    );
  };
  const portOf = (name: string) => podOf(name).container.ports[0]?.containerPort ?? 0;
  const opens = (rule: { ports?: z.infer<typeof ports> }, port: number) =>
    rule.ports?.some((each) => each.port === port) ?? true;
  /** Of the same namespace; where `from` and `to` name nobody, everybody. */
  const admits = (peers: z.infer<typeof peer>[] | undefined, name: string) =>
    peers?.some(
      ({ podSelector, namespaceSelector }) =>
        podSelector !== undefined && namespaceSelector === undefined && picks(podSelector, name),
    ) ?? true;
  /** As a network that enforces policies would: both sides have to allow it. */
  const reaches = (from: string, to: string) =>
    policies.some(
      (policy) =>
        picks(policy.podSelector, from) &&
        policy.egress?.some((rule) => opens(rule, portOf(to)) && admits(rule.to, to)),
    ) &&
    policies.some(
      (policy) =>
        picks(policy.podSelector, to) &&
        policy.ingress?.some((rule) => opens(rule, portOf(to)) && admits(rule.from, from)),
    );

  it("is closed to each of them in both directions, but for what is named", () => {
    expect(policies).toContainEqual({ podSelector: {}, policyTypes: ["Ingress", "Egress"] });
  });

  it("lets only the orchestrator reach domains, and only it and memory PostgreSQL", () => {
    const passes = names.flatMap((from) =>
      names.filter((to) => from !== to && reaches(from, to)).map((to) => `${from} ${to}`),
    );
    const wanted = [...domains, "postgres"].map((to) => `orchestrator ${to}`);
    expect(passes.toSorted()).toEqual([...wanted, "memory postgres"].toSorted());
  });

  it("shows the internet to whoever calls something there, and no private network to anybody", () => {
    const outside = policies.flatMap(({ podSelector, egress = [] }) =>
      egress.flatMap(({ to }) =>
        to.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [{ podSelector, ipBlock }])),
      ),
    );
    const [everywhere] = outside.filter(({ ipBlock }) => ipBlock.cidr === "0.0.0.0/0");
    for (const name of ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"])
      expect(everywhere?.ipBlock.except).toContain(name);
    const seeing = names.filter((name) => everywhere && picks(everywhere.podSelector, name));
    expect(names.filter((name) => !seeing.includes(name)).toSorted()).toEqual([
      "documents",
      "postgres",
    ]);
  });
});

// With CI nothing is skipped: `.ci/run` puts the schemas there.
describe.skipIf(!hasModels && !process.env["CI"])(
  `to the schemas of Kubernetes${hasModels ? "" : " (npm install --prefix .cluster kubernetes-models@5.1.0)"}`,
  () => {
    it("every manifest is one", async () => {
      expect(manifests.length).toBeGreaterThan(25);
      for (const manifest of manifests) {
        const { kind, metadata } = manifest;
        expect(await schemaFaults(manifest), `${kind} ${metadata.name}`).toBeUndefined();
      }
      expect(typeFaults(manifests)).toBe("");
    });

    const changed = (change: (container: Record<string, unknown>) => void): Manifest => {
      const one = structuredClone(ofKind("Deployment")[0]) as Manifest;
      const { containers } = deployment.parse(one).spec.template.spec;
      change(containers[0]);
      const spec = one["spec"] as { template: { spec: Record<string, unknown> } };
      spec.template.spec["containers"] = containers;
      return one;
    };
    it.each<[what: string, change: (container: Record<string, unknown>) => void, why: RegExp]>([
      ["no name", (container) => delete container["name"], /required property name/],
      [
        "a port in words",
        (container) => (container["ports"] = [{ containerPort: "http" }]),
        /must be integer/,
      ],
      [
        "memory in no unit",
        (container) => (container["resources"] = { limits: { memory: "1 gb" } }),
        /quantity/,
      ],
    ])("a container with %s is none", async (_what, change, why) => {
      expect(await schemaFaults(changed(change))).toMatch(why);
    });
    it("a field that Kubernetes does not know is none", () => {
      const wrong = changed((container) => (container["livenesProbe"] = {}));
      expect(typeFaults([wrong])).toContain("'\"livenesProbe\"' does not exist");
    });
  },
);

const hasKustomize = spawnSync("kubectl", ["kustomize", "--help"]).status === 0;
it.runIf(hasKustomize)("is whole to kustomize itself, everything in one namespace", () => {
  const built = parseAllDocuments(
    execFileSync("kubectl", ["kustomize", FOLDER], { encoding: "utf8" }),
  ).map((document) => document.toJS() as Manifest);
  expect(built).toHaveLength(manifests.length);
  for (const { kind, metadata } of built)
    if (kind !== "Namespace") expect(metadata["namespace"]).toBe(namespace);
});
