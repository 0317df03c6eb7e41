/** Where Slack brings what people write and touch, as the path of our endpoint. */
export const SLACK_PATH = "/v1/slack/events";

export type SlackSettings = {
  /** Of the app, as Slack names it. */
  appId: string;
  botToken: string;
  /** Signs what is brought. */
  signingSecret: string;
  /** Undefined: Slack's own. */
  apiRoot: string | undefined;
  /** People and channels, by their ids; undefined: everyone in the workspace may talk. */
  allowed: readonly string[] | undefined;
};

export const slackAccount = ({ appId }: Pick<SlackSettings, "appId">) => `slack:${appId}`;
