import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"rollup-not-used","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/rollup-not-used.md","filePath":"diagnostics/rollup-not-used.md"}');
const _sfc_main = { name: "diagnostics/rollup-not-used.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="rollup-not-used" tabindex="-1">rollup-not-used <a class="header-anchor" href="#rollup-not-used" aria-label="Permalink to &quot;rollup-not-used&quot;">​</a></h1><p>An endpoint that does not read the rollup which it names.</p><p><code>rollup: edge_daily</code> says that each statement of the endpoint reads this <a href="/rollups.html">rollup</a> on engines that keep rollups. Then no later change of the endpoint or of the rollup makes a dashboard slow without a word. Only speed is at stake: the rows are the same.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">rollup</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">edge_daily</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">requests</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">count()</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:9 error[rollup-not-used] No aggregation of \`example\` reads the rollup \`edge_daily\` on bigquery</span></span>
<span class="line"><span>  1 | rollup: edge_daily</span></span>
<span class="line"><span>    |         ^^^^^^^^^^</span></span>
<span class="line"><span>  hint: Declare \`edge_daily\` under \`rollups\` of the data set.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">requests</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">count()</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/rollup-not-used.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const rollupNotUsed = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  rollupNotUsed as default
};
