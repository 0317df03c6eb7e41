export function Usage() { return <p>...</p>; }
