/** Which processes hold a connection to what they share: one that is cut off is seen at once. */
export interface Presence {
  /**
   * True for a process that was there and is not any more. Never for one that was not seen: whoever cannot hold a
   * connection (a pooler between, no room) lives by its lease alone.
   */
  isGone(name: string): boolean;
  onGone(handler: () => void): void;
  close(): Promise<void>;
}
