import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unsupported-pattern","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unsupported-pattern.md","filePath":"diagnostics/unsupported-pattern.md"}');
const _sfc_main = { name: "diagnostics/unsupported-pattern.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unsupported-pattern" tabindex="-1">unsupported-pattern <a class="header-anchor" href="#unsupported-pattern" aria-label="Permalink to &quot;unsupported-pattern&quot;">​</a></h1><p>A pattern that an enabled engine cannot search for as RE2 does.</p><p>PostgreSQL has its own language of patterns, and quern writes each pattern in it with exactly the same meaning. PostgreSQL&#39;s programs are larger than those of RE2, so it takes no pattern that costs more than a pattern of a caller may, such as <code>(?:a{1000}){4}</code>.</p><p><code>regexp_extract</code> and <code>regexp_replace</code> find a part of a text. RE2 takes the first alternative that leads to a match, PostgreSQL the longest match: of <code>abc</code>, <code>a|ab</code> finds <code>a</code> with RE2 and <code>ab</code> with PostgreSQL. So these functions take a pattern only if both find the same part of every text:</p><ul><li>Of alternatives, none begins with another: write <code>ab?</code> instead of <code>a|ab</code>, or <code>^(?:a|ab)$</code> with both ends.</li><li>A repetition ends where the next item begins: <code>([^/]+)/</code> instead of <code>(.+)(/.*)?</code>. Lazy repetitions do not stand before one that is greedy, at the end of the pattern.</li><li>A group whose text is used is not repeated.</li></ul><p>Either use another function, such as <code>split_part</code> or <code>like</code>, or list the other engines:</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">engines</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">bigquery</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">duckdb</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;matches(metadata.request.path, &#39;^/v[0-9]+/&#39;)&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">requests</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">count()</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unsupported-pattern.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unsupportedPattern = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unsupportedPattern as default
};
