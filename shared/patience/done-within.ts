/** True as soon as the work is done; false when the time is over first. Errors: the work's own */
export async function doneWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, ms, false);
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
