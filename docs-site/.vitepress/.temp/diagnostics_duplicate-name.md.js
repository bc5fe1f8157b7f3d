import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"duplicate-name","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/duplicate-name.md","filePath":"diagnostics/duplicate-name.md"}');
const _sfc_main = { name: "diagnostics/duplicate-name.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="duplicate-name" tabindex="-1">duplicate-name <a class="header-anchor" href="#duplicate-name" aria-label="Permalink to &quot;duplicate-name&quot;">​</a></h1><p>A name is used twice.</p><p>Two parameters, output columns, data sets, endpoints or values of an enum have one name, an alias of an endpoint is the name or an alias of another, or <code>order_by</code> or <code>views</code> names one thing twice. Names must differ in more than letter case: BigQuery and DuckDB take <code>id</code> and <code>Id</code> for one column where ClickHouse sees two, and some file systems keep one of two files whose names differ in case.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  status</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">any_value(metadata.response.status_code)</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  Status</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">count_if(metadata.response.status_code &gt;= 400)</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:3:3 error[duplicate-name] Another output column is called \`status\`; \`Status\` differs only in letter case</span></span>
<span class="line"><span>  3 |   Status: count_if(metadata.response.status_code &gt;= 400)</span></span>
<span class="line"><span>    |   ^^^^^^</span></span>
<span class="line"><span>  hint: Rename one of them.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  status</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">any_value(metadata.response.status_code)</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  errors</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">count_if(metadata.response.status_code &gt;= 400)</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/duplicate-name.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const duplicateName = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  duplicateName as default
};
