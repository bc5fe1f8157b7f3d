/** Functions of lists with one signature. */
import { entry } from '../entry.ts';

export default [
  entry('contains_any', {
    group: 'collections',
    signature: 'contains_any(text, list)',
    meaning: 'Whether the text contains one of the texts in the list; case-sensitive.',
    example: 'contains_any(path, tags)',
    takes: ['string', 'list<string>'],
    gives: 'bool',
  }),
  entry('list_join', {
    group: 'collections',
    signature: 'list_join(list, separator)',
    meaning:
      'The texts of the list, one after another, with the separator between them. The separator must be a literal or a parameter.',
    example: "list_join(tags, ', ')",
    takes: ['list<string>', 'string'],
    gives: 'string',
    domains: [{ argument: 1, isConstant: true }],
  }),
];
