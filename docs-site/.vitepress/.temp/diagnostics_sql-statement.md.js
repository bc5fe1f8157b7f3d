import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"sql-statement","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/sql-statement.md","filePath":"diagnostics/sql-statement.md"}');
const _sfc_main = { name: "diagnostics/sql-statement.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="sql-statement" tabindex="-1">sql-statement <a class="header-anchor" href="#sql-statement" aria-label="Permalink to &quot;sql-statement&quot;">​</a></h1><p>A text that is not one read-only statement of its engine.</p><p><code>query</code> gives an engine one statement in its own SQL, and an endpoint only reads. Quern rejects a text that does not begin with a query, that continues after a semicolon, that is empty, or that leaves a string, a quoted name or a comment open. <code>quern check</code> also asks the engine&#39;s own parser, if its package is installed.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">query</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  duckdb</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">DELETE FROM edge_logs; SELECT id FROM edge_logs</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">columns</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">string</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:2:11 error[sql-statement] \`DELETE\` does not begin a query of duckdb: an endpoint only reads</span></span>
<span class="line"><span>  2 |   duckdb: DELETE FROM edge_logs; SELECT id FROM edge_logs</span></span>
<span class="line"><span>    |           ^^^^^^</span></span>
<span class="line"><span>  hint: Begin with \`SELECT\`, \`WITH\`, \`FROM\`, \`VALUES\`, \`TABLE\`, \`PIVOT\` or \`UNPIVOT\`.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>endpoints/example.yaml:2:32 error[sql-statement] The statement ends here, and more follows</span></span>
<span class="line"><span>  2 |   duckdb: DELETE FROM edge_logs; SELECT id FROM edge_logs</span></span>
<span class="line"><span>    |                                ^</span></span>
<span class="line"><span>  hint: Remove the semicolon and what follows it: an endpoint has one statement.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">query</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  duckdb</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">SELECT id FROM edge_logs</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">columns</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">string</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/sql-statement.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const sqlStatement = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  sqlStatement as default
};
