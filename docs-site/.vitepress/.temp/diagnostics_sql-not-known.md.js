import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"sql-not-known","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/sql-not-known.md","filePath":"diagnostics/sql-not-known.md"}');
const _sfc_main = { name: "diagnostics/sql-not-known.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="sql-not-known" tabindex="-1">sql-not-known <a class="header-anchor" href="#sql-not-known" aria-label="Permalink to &quot;sql-not-known&quot;">​</a></h1><p>A GoogleSQL text that the analyser rejects.</p><p>ZetaSQL, Google&#39;s own analyser, checks each text in GoogleSQL against the data sets. If it rejects one for a reason that has no code of its own, the message quotes it. BigQuery may support newer syntax than the analyser: with <code>engines: [bigquery]</code> and all <code>columns</code> declared, BigQuery gets the text unchanged.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">query</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">SELECT id FROM edge_logs UNION ALL SELECT id, project FROM edge_logs</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">unscoped</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">true</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:43 error[sql-not-known] The GoogleSQL analyser rejects the statement: queries in UNION ALL have mismatched column count; query 1 has 1 column, query 2 has 2 columns</span></span>
<span class="line"><span>  1 | query: SELECT id FROM edge_logs UNION ALL SELECT id, project FROM edge_logs</span></span>
<span class="line"><span>    |                                           ^^^^^^</span></span>
<span class="line"><span>  hint: Write it differently. With \`engines: [bigquery]\` and all \`columns\` declared, the engine gets the text unchanged.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">query</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">SELECT id FROM edge_logs UNION ALL SELECT project FROM edge_logs</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">unscoped</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">true</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/sql-not-known.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const sqlNotKnown = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  sqlNotKnown as default
};
