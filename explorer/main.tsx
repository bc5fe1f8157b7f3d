import './style/page.css';
import { render } from 'preact';
import { Page } from './page.tsx';

const { dataset } = document.body;

render(<Page asksKey={'key' in dataset} followsNews={'news' in dataset} />, document.body);
