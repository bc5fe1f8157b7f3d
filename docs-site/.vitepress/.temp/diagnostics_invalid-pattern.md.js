import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"invalid-pattern","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/invalid-pattern.md","filePath":"diagnostics/invalid-pattern.md"}');
const _sfc_main = { name: "diagnostics/invalid-pattern.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="invalid-pattern" tabindex="-1">invalid-pattern <a class="header-anchor" href="#invalid-pattern" aria-label="Permalink to &quot;invalid-pattern&quot;">​</a></h1><p>A pattern that is not valid RE2.</p><p>Patterns are RE2: no look-around and no back-references, so that the time of a search grows only with the length of the text. They are compiled here, before an engine sees them, because engines differ: an invalid pattern fails the statement on some, while ClickHouse treats <code>)</code> as a pattern that matches everything.</p><p>A few forms of RE2 are rejected, because the RE2 of some engine reads them differently; the message names the form.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;matches(metadata.request.path, &#39;^/(?!rest)&#39;)&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:41 error[invalid-pattern] The text is not a valid RE2 pattern: RE2 has no look-around such as \`(?!\`</span></span>
<span class="line"><span>  1 | where: [&quot;matches(metadata.request.path, &#39;^/(?!rest)&#39;)&quot;]</span></span>
<span class="line"><span>    |                                         ^^^^^^^^^^^^</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;not matches(metadata.request.path, &#39;^/rest&#39;)&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/invalid-pattern.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const invalidPattern = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  invalidPattern as default
};
