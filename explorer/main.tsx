import './style/page.css';
import { render } from 'preact';
import { ExplorerPage } from './page.tsx';

const { dataset } = document.body;

render(<ExplorerPage asksKey={'key' in dataset} followsNews={'news' in dataset} />, document.body);
