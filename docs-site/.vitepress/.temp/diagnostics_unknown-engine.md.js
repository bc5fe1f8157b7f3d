import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unknown-engine","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unknown-engine.md","filePath":"diagnostics/unknown-engine.md"}');
const _sfc_main = { name: "diagnostics/unknown-engine.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unknown-engine" tabindex="-1">unknown-engine <a class="header-anchor" href="#unknown-engine" aria-label="Permalink to &quot;unknown-engine&quot;">​</a></h1><p>An engine that quern has no dialect for.</p><p>An engine is named under <code>engines</code> of an endpoint, under <code>tables</code> of a data set and under <code>dialects</code> of <code>quern.yaml</code>. Each name must be that of a dialect that quern has.</p><p>An unknown name is rejected, because a data set with a table on <code>duckbd</code> would look complete but be missing on DuckDB.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">engines</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">duckbd</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:11 error[unknown-engine] There is no engine \`duckbd\`</span></span>
<span class="line"><span>  1 | engines: [duckbd]</span></span>
<span class="line"><span>    |           ^^^^^^</span></span>
<span class="line"><span>  hint: Use \`duckdb\`, if that is meant.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">engines</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">duckdb</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unknown-engine.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unknownEngine = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unknownEngine as default
};
