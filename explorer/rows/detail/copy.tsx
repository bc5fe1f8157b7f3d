import { useEffect, useState } from 'preact/hooks';
import { copyText } from '../clipboard.ts';
import { Icon, type IconName } from '../icons.tsx';

interface Props {
  readonly icon: IconName;
  readonly label: string;
  readonly text: () => string;
}

/** A button that copies a text, and shows for a moment whether it succeeded. */
export function Copy({ icon, label, text }: Props) {
  const [outcome, setOutcome] = useState<'Copied' | 'Not copied' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 1_500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    copyText(text()).then(
      () => setOutcome('Copied'),
      () => setOutcome('Not copied'),
    );
  };
  return (
    <button
      type="button"
      class="mini"
      title={outcome ?? label}
      aria-label={outcome ?? label}
      onClick={copy}
    >
      <Icon name={outcome === null ? icon : outcome === 'Copied' ? 'check' : 'close'} />
    </button>
  );
}
