/** Where Slack brings what people write and touch, as the path of our endpoint. */
export const SLACK_PATH = "/v1/slack/events";

export type SlackSettings = {
  botToken: string;
  /** Of the app: signs what is brought for it. */
  signingSecret: string;
  /** Undefined: Slack's own. */
  apiRoot: string | undefined;
  /** People and channels, by their ids; undefined: everyone in the workspace may talk. */
  allowed: readonly string[] | undefined;
};
