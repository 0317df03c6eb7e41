import type { PendingView } from "#shared/contracts/endpoints.ts";
import { common } from "../words.ts";
import { Button } from "./parts.tsx";

type Option = PendingView["options"][number];
type Props = { of: PendingView; isDisabled: boolean; onChoose(option: Option): void };

/** What a question may be answered by at a click: its options; of one that wants a yes, a yes and a no. */
export function Options({ of: { kind, options }, isDisabled, onChoose }: Props) {
  const { yes, no, options: label } = common();
  const yesOrNo = [yes, no].map((word) => ({ id: word, label: word }));
  const shown = kind === "confirm" && options.length === 0 ? yesOrNo : options;
  return (
    <ul class="options" aria-label={label}>
      {shown.map((option) => (
        <li key={option.id}>
          <Button says={option.label} disabled={isDisabled} onClick={() => onChoose(option)} />
        </li>
      ))}
    </ul>
  );
}
