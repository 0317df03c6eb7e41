export function Domains() { return <p>...</p>; }
