/** The theme of the page: the user's choice, or the theme of the system. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { storedTheme, storeTheme, type Theme } from './stored.ts';

export interface ThemeChoice {
  readonly chosen: Theme;
  /** The theme on screen. */
  readonly shown: 'light' | 'dark';
  readonly choose: (theme: Theme) => void;
}

export function useTheme(): ThemeChoice {
  const [chosen, setChosen] = useState(storedTheme);
  const [isDark, setIsDark] = useState(() => darkness().matches);
  useEffect(() => {
    const media = darkness();
    const heed = () => setIsDark(media.matches);
    media.addEventListener('change', heed);
    return () => media.removeEventListener('change', heed);
  }, []);
  // before anything is painted
  useLayoutEffect(() => {
    if (chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
  }, [chosen]);
  const choose = (theme: Theme) => {
    storeTheme(theme);
    setChosen(theme);
  };
  return { chosen, shown: chosen === 'system' ? (isDark ? 'dark' : 'light') : chosen, choose };
}

function darkness(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
