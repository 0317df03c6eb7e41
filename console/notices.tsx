import { clockTime } from "./format.ts";
import { Markdown } from "./parts/markdown.tsx";
import { Button, Items } from "./parts/parts.tsx";
import { href } from "./router.ts";
import { close, keyOf, unclosed } from "./told.ts";
import { common, wordsIn } from "./words.ts";

const say = wordsIn({
  notices: ["Avisos", "Notices"],
  schedule: ["Ver agendamento", "See the schedule"],
  more: [(count: number) => `mais ${count}`, (count: number) => `${count} more`],
  closeAll: ["Fechar todos", "Close all"],
});

/** So many stand over a screen at once. */
const MOST_AT_ONCE = 3;

/** What rang, over whatever screen is open, until it is closed. */
export function Notices() {
  const all = unclosed.value;
  const shown = all.slice(-MOST_AT_ONCE).toReversed();
  const hidden = all.length - shown.length;
  return (
    <div class="notices" role="status" aria-label={say.notices}>
      <Items of={shown} keyOf={keyOf}>
        {(tick) => (
          <>
            <Markdown text={tick.text} />
            <p class="actions">
              <time>{clockTime(tick.ended_at ?? tick.at)}</time>
              <a href={href(["schedules"], { id: tick.schedule_id })}>{say.schedule}</a>
              <Button says={common.close} class="plain" act={() => close([tick])} />
            </p>
          </>
        )}
      </Items>
      {hidden > 0 && (
        <p class="actions">
          {say.more(hidden)}
          <Button says={say.closeAll} class="plain" act={() => close(all)} />
        </p>
      )}
    </div>
  );
}
