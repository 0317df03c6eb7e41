/**
 * The memory that large answers of domains take while runs are under way, for all runs together. A domain may answer a
 * megabyte, and three hundred of those at once are more than a small machine has.
 */
export type AnswerRoom = { share(): AnswerShare };

/** What one run has of it, until it ends. */
export type AnswerShare = {
  /**
   * Room for so many bytes more; a promise when who `mayWait` has to wait for it. What was done is told whatever it takes: an
   * effect's answer does not wait.
   */
  take(bytes: number, mayWait: boolean): true | Promise<void>;
  end(): void;
};
