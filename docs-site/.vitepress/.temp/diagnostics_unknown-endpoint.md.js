import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unknown-endpoint","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unknown-endpoint.md","filePath":"diagnostics/unknown-endpoint.md"}');
const _sfc_main = { name: "diagnostics/unknown-endpoint.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unknown-endpoint" tabindex="-1">unknown-endpoint <a class="header-anchor" href="#unknown-endpoint" aria-label="Permalink to &quot;unknown-endpoint&quot;">​</a></h1><p>An endpoint that the project does not have.</p><p><code>replaced_by</code> names the endpoint that callers of a deprecated one should use instead. It must be another endpoint of the project, by its own name: an alias is itself a name that callers should leave.</p><p>Answers of the deprecated endpoint lead to that name, so a wrong one would send callers to a 404.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">deprecated</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">2026-06-01</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">replaced_by</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">examples</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:2:14 error[unknown-endpoint] There is no endpoint \`examples\`</span></span>
<span class="line"><span>  2 | replaced_by: examples</span></span>
<span class="line"><span>    |              ^^^^^^^^</span></span>
<span class="line"><span>  hint: Name an endpoint of the project, not one of its aliases.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">deprecated</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">2026-06-01</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unknown-endpoint.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unknownEndpoint = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unknownEndpoint as default
};
