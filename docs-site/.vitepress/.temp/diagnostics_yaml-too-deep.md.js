import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"yaml-too-deep","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/yaml-too-deep.md","filePath":"diagnostics/yaml-too-deep.md"}');
const _sfc_main = { name: "diagnostics/yaml-too-deep.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="yaml-too-deep" tabindex="-1">yaml-too-deep <a class="header-anchor" href="#yaml-too-deep" aria-label="Permalink to &quot;yaml-too-deep&quot;">​</a></h1><p>The file is nested deeper than 32 levels or contains more than 20,000 nodes.</p><p>A file may be nested 32 levels deep and contain 20,000 keys and values. A record inside a record inside a record of a data set is at about level ten.</p><p>Like the limit on size, this bounds the work that one file can cause: depth costs stack and every value costs memory, and a few bytes are enough for a level.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:40 error[yaml-too-deep] Values are nested deeper than 32 levels here</span></span>
<span class="line"><span>  1 | select: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[id]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]</span></span>
<span class="line"><span>    |                                        ^</span></span>
<span class="line"><span>  hint: Flatten the file.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/yaml-too-deep.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const yamlTooDeep = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  yamlTooDeep as default
};
