import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"control-character","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/control-character.md","filePath":"diagnostics/control-character.md"}');
const _sfc_main = { name: "diagnostics/control-character.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="control-character" tabindex="-1">control-character <a class="header-anchor" href="#control-character" aria-label="Permalink to &quot;control-character&quot;">​</a></h1><p>The text contains a control character or a lone surrogate.</p><p>A specification may contain tabs and line breaks. Other control characters and lone surrogates are rejected, whether they are in the file or come from a YAML escape.</p><p>Such a character is invisible in an editor and in a review, and some engines cannot store a NUL in a text. A query should contain only text that its author can see.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">description</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;Requests of a project</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">\\x07</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:36 error[control-character] The text contains the control character U+0007</span></span>
<span class="line"><span>  1 | description: &quot;Requests of a project\\x07&quot;</span></span>
<span class="line"><span>    |                                    ^^^^</span></span>
<span class="line"><span>  hint: Remove it.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">description</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">Requests of a project</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/control-character.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const controlCharacter = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  controlCharacter as default
};
