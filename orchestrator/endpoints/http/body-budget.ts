/** What large bodies may hold together while they arrive and are read; bytes. */
const MOST_IN_FLIGHT = 32 * 1024 * 1024;
/** Of each body these count for nothing: what everybody sends always finds room. */
const FREE_BYTES = 64 * 1024;

/** What one body has of the budget. */
export type BodyShare = {
  /** So many bytes of it are here. False: there is no room for them. */
  grow(size: number): boolean;
  /** It is read, or given up. */
  end(): void;
};

let inFlight = 0;

/** The memory that bodies take, whoever sends how many: bytes count as they come, so that who only promises them takes nothing. */
export function bodyShare(most = MOST_IN_FLIGHT): BodyShare {
  let mine = 0;
  return {
    grow(size) {
      const wanted = Math.max(size - FREE_BYTES, 0) - mine;
      if (wanted > 0 && inFlight + wanted > most) return false;
      inFlight += wanted;
      mine += wanted;
      return true;
    },
    end() {
      inFlight -= mine;
      mine = 0;
    },
  };
}
