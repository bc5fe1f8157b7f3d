import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unknown-function","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unknown-function.md","filePath":"diagnostics/unknown-function.md"}');
const _sfc_main = { name: "diagnostics/unknown-function.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unknown-function" tabindex="-1">unknown-function <a class="header-anchor" href="#unknown-function" aria-label="Permalink to &quot;unknown-function&quot;">​</a></h1><p>A function that the portable library does not have.</p><p>Expressions call the functions of the portable library, which <code>docs/language.md</code> lists, and no function of an engine.</p><p>A function of one engine is missing on the next, or means something else there: rounding 2.5 gives 3 on BigQuery and 2 on ClickHouse. The library&#39;s functions are spelled for each engine so that they mean the same.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">errors</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">countif(metadata.response.status_code &gt;= 400)</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:19 error[unknown-function] The portable library has no function \`countif\`</span></span>
<span class="line"><span>  1 | select: { errors: countif(metadata.response.status_code &gt;= 400) }</span></span>
<span class="line"><span>    |                   ^^^^^^^</span></span>
<span class="line"><span>  hint: Use \`count_if(condition)\`.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">errors</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">count_if(metadata.response.status_code &gt;= 400)</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unknown-function.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unknownFunction = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unknownFunction as default
};
