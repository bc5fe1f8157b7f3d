import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"A page with a chart","description":"","frontmatter":{},"headers":[],"relativePath":"examples/page.md","filePath":"examples/page.md"}');
const _sfc_main = { name: "examples/page.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="a-page-with-a-chart" tabindex="-1">A page with a chart <a class="header-anchor" href="#a-page-with-a-chart" aria-label="Permalink to &quot;A page with a chart&quot;">​</a></h1><p>A chart of the invocations and errors of a project&#39;s functions, drawn by uPlot. The choices of the interval are the literals of the client in <code>generated/clients/typescript</code>. If the client gets another literal, <code>main.ts</code> does not compile until the literal has a label.</p><p>While <code>npm start</code> runs, in the root of the repository:</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">npx</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> vite</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> examples/page</span></span></code></pre></div><p>Type the key into the page, or append it to the page&#39;s address as <code>#key=…</code>. <code>SERVICE_URL</code> sets the address of another service; Vite forwards <code>/api</code> to it.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("examples/page.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const page = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  page as default
};
