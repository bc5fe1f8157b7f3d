import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"expression-syntax","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/expression-syntax.md","filePath":"diagnostics/expression-syntax.md"}');
const _sfc_main = { name: "diagnostics/expression-syntax.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="expression-syntax" tabindex="-1">expression-syntax <a class="header-anchor" href="#expression-syntax" aria-label="Permalink to &quot;expression-syntax&quot;">​</a></h1><p>An expression with a syntax error.</p><p>The message points at the first token that does not fit, and each expression gets one message. If the expression uses SQL that the language leaves out, the hint names the replacement.</p><p>The language is a small part of GoogleSQL&#39;s, because every part has to mean the same on every engine.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">metadata.request.path like &#39;/rest/%&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:31 error[expression-syntax] Expected an operator or the end, found \`like\`</span></span>
<span class="line"><span>  1 | where: [metadata.request.path like &#39;/rest/%&#39;]</span></span>
<span class="line"><span>    |                               ^^^^</span></span>
<span class="line"><span>  hint: Write \`like(text, pattern)\`, or use \`contains\`, \`starts_with\`, \`ends_with\` or \`matches\`.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">where</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;starts_with(metadata.request.path, &#39;/rest/&#39;)&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/expression-syntax.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const expressionSyntax = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  expressionSyntax as default
};
