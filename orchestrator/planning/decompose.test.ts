import { describe, expect, it } from "vitest";
import { decompose } from "./decompose.ts";
import { asksFor, catalogue, intent } from "./planner.fixture.ts";
import { validatePlan } from "./validate-plan.ts";

/** The plan, proven to be one that may run. */
const planned = (...given: [Parameters<typeof decompose>[0], Parameters<typeof decompose>[1]?]) => {
  const plan = decompose(given[0], given[1] ?? [], catalogue);
  validatePlan(plan, catalogue);
  return plan;
};
const step = (id: number, capability: string, params: object, rest: object = {}) => ({
  id,
  domain: "weather",
  capability,
  params,
  depends_on: [],
  required: true,
  ...rest,
});

it("one thing to do is one step", () => {
  expect(planned([intent("coldest", { region_text: "Minho" })])).toEqual({
    execution_mode: "sequential",
    combine_mode: "last",
    max_concurrency: 4,
    steps: [step(1, "coldest", { region_text: "Minho" }, { output_key: "primary" })],
  });
});

it("two independent things run side by side and are reported together", () => {
  expect(planned([intent("hottest"), intent("coldest")])).toMatchObject({
    execution_mode: "parallel",
    combine_mode: "report",
    steps: [step(1, "hottest", {}), step(2, "coldest", {})],
  });
});

describe("a list", () => {
  const forecast = (cities: unknown) => intent("forecast", { city: cities as string });
  const fan = (cities: string[]) => planned([intent("forecast", { city_text: cities })]);

  it("becomes one search and one call for each value", () => {
    const plan = fan(["Lisbon", "Porto"]);
    expect(plan.steps).toEqual([
      step(1, "find_city", { query: "Lisbon" }),
      step(2, "forecast", { city: "${1.hit.city}" }, { depends_on: [1] }),
      step(3, "find_city", { query: "Porto" }),
      step(4, "forecast", { city: "${3.hit.city}" }, { depends_on: [3] }),
    ]);
    expect(plan).toMatchObject({
      execution_mode: "dag",
      combine_mode: "report",
      max_concurrency: 2,
    });
  });
  it("of one is a single call", () => {
    const plan = fan(["Lisbon"]);
    expect(plan.steps.map(({ capability }) => capability)).toEqual(["find_city", "forecast"]);
    expect(plan).toMatchObject({ combine_mode: "last", max_concurrency: 4 });
  });
  it("counts a value that is said twice once", () => {
    expect(fan(["Lisbon", "Lisbon"]).steps).toHaveLength(2);
  });
  it("that would make too many steps is refused", () => {
    const cities = Array.from({ length: 2001 }, (_, at) => `city ${at}`);
    expect(() => fan(cities)).toThrow("more than 2000 steps would be needed");
    expect(() => fan(cities.slice(0, 1001))).toThrow("more than 2000 steps would be needed");
  });
  it("is left alone where the metadata says nothing of it", () => {
    expect(() => planned([forecast(["Lisbon", "Porto"])])).toThrow("steps.0.params.city");
  });
});

describe("a search before", () => {
  it("is not needed when the technical value is there", () => {
    expect(planned([intent("forecast", { city: "LIS", city_text: "Lisbon" })]).steps).toEqual([
      step(1, "forecast", { city: "LIS" }, { output_key: "primary" }),
    ]);
  });
  it("is done once for the same words", () => {
    const plan = planned([
      intent("forecast", { city_text: "Lisbon", days: 1 }),
      intent("forecast", { city_text: "Lisbon", days: 7 }),
    ]);
    expect(plan.steps.map(({ capability, depends_on }) => [capability, depends_on])).toEqual([
      ["find_city", []],
      ["forecast", [1]],
      ["forecast", [1]],
    ]);
  });
});

describe("a follow-up", () => {
  it("comes last, optional, with what the primary step says", () => {
    const plan = planned(
      [intent("coldest", { region_text: "Minho" })],
      [asksFor("messenger", "send_card")],
    );
    expect(plan).toMatchObject({ execution_mode: "dag", combine_mode: "report" });
    expect(plan.steps[1]).toEqual(
      step(
        2,
        "send_card",
        { message: "${1.explanation}", to: "Minho" },
        { domain: "post", depends_on: [1], required: false, asked: "also" },
      ),
    );
  });
  it("is the point of the message where what it follows is only to serve it", () => {
    const plan = planned(
      [intent("coldest", { region_text: "Minho" })],
      [{ ...asksFor("messenger", "send_card"), point: true }],
    );
    expect(plan.steps.map(({ required, asked }) => [required, asked])).toEqual([
      [true, undefined],
      [false, "point"],
    ]);
  });
  it("takes its parameters from the primary's own composition where there is one", () => {
    const plan = planned(
      [intent("forecast", { city: "LIS" })],
      [asksFor("messenger", "send_card")],
    );
    expect(plan.steps[1]?.params).toEqual({ message: "${1.explanation}" });
  });
  it("comes once, however often it is asked for", () => {
    const twice = [asksFor("messenger", "send_card"), asksFor("messenger", "send_card")];
    expect(planned([intent("forecast", { city: "LIS" })], twice).steps).toHaveLength(2);
  });
  it("does not come by a parameter: what was said is not told from what was not there", () => {
    const shared = intent("forecast", { city: "LIS", share: true });
    expect(planned([shared]).steps.map(({ capability }) => capability)).toEqual(["forecast"]);
  });
  it("waits for all primary steps and holds their words one below the other", () => {
    const plan = planned(
      [intent("hottest", { region_text: "Minho" }), intent("coldest", { region_text: "Minho" })],
      [asksFor("messenger", "send_card")],
    );
    expect(plan.steps[2]).toMatchObject({
      params: { message: "${1.explanation}\n\n${2.explanation}", to: "Minho" },
      depends_on: [1, 2],
    });
  });
  it("of steps with different parameters takes the first step's, for there can only be one recipient", () => {
    const plan = planned(
      [intent("hottest", { region_text: "Minho" }), intent("coldest", { region_text: "Algarve" })],
      [asksFor("messenger", "send_card")],
    );
    expect(plan.steps[2]?.params["to"]).toBe("Minho");
  });
  it("gets results whole, as a list where it takes one", () => {
    const plan = planned(
      [intent("hottest"), intent("coldest")],
      [asksFor("archivist", "file_report")],
    );
    expect(plan.steps[2]?.params).toEqual({ parts: ["${1.result}", "${2.result}"] });
  });
  it("is given what was set by asking for it, as far as it takes it", () => {
    const request = asksFor("messenger", "send_card", { urgent: true, share: true });
    expect(planned([intent("hottest")], [request]).steps[1]?.params).toEqual({
      message: "${1.explanation}",
      urgent: true,
    });
  });
});

describe("files that follow", () => {
  const [printed, carried] = [asksFor("printer", "print_card"), asksFor("carrier", "send_parcel")];
  const inside = (...given: Parameters<typeof planned>) =>
    planned(...given).steps.map(({ id, capability, params, depends_on }) => [
      id,
      capability,
      params["pictures"] ?? params["inside"] ?? null,
      depends_on,
    ]);

  it("are the primary step's", () => {
    expect(inside([intent("coldest")], [carried])).toEqual([
      [1, "coldest", null, []],
      [2, "send_parcel", "${1.files}", [1]],
    ]);
  });
  it("are all primary steps', in a list", () => {
    expect(inside([intent("hottest"), intent("coldest")], [carried]).at(-1)).toEqual([
      3,
      "send_parcel",
      ["${1.files}", "${2.files}"],
      [1, 2],
    ]);
  });
  it.each([
    ["said in that order", [printed, carried]],
    ["said the other way round", [carried, printed]],
  ])("are those of what else follows and makes some, %s", (_order, followups) => {
    expect(inside([intent("coldest")], followups)).toEqual([
      [1, "coldest", null, []],
      [2, "print_card", "${1.files}", [1]],
      [3, "send_parcel", "${2.files}", [1, 2]],
    ]);
  });
});

it("people's own words never become references, wherever they travel", () => {
  const words = "${1.explanation} and $${x}";
  const plan = planned(
    [intent("coldest", { region_text: words, deep: [{ a: words }] })],
    [asksFor("messenger", "send_card")],
  );
  const escaped = "${$}{1.explanation} and $${$}{x}";
  expect(plan.steps[0]?.params).toEqual({ region_text: escaped, deep: [{ a: escaped }] });
  expect(plan.steps[1]?.params["to"]).toBe(escaped);
});

it("nothing to do is no plan", () => {
  expect(() => decompose([], [], catalogue)).toThrow("there is nothing to do");
});

it("is the same for the same intents", () => {
  const make = () =>
    planned([intent("forecast", { city_text: ["a", "b"] })], [asksFor("messenger", "send_card")]);
  expect(JSON.stringify(make())).toBe(JSON.stringify(make()));
});
