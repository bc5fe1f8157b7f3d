/** The usual theme. A page that cannot be rendered fails the build, which otherwise writes the error in place of the page. */
import theme from 'vitepress/theme';

export default {
  extends: theme,
  enhanceApp: ({ app }) => {
    app.config.throwUnhandledErrorInProduction = import.meta.env.SSR;
  },
};
