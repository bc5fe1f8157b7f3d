import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"long-description","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/long-description.md","filePath":"diagnostics/long-description.md"}');
const _sfc_main = { name: "diagnostics/long-description.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="long-description" tabindex="-1">long-description <a class="header-anchor" href="#long-description" aria-label="Permalink to &quot;long-description&quot;">​</a></h1><p>A description that is too long for tools for models.</p><p>Endpoints are <a href="/agents.html">tools for models</a>. Interfaces of models refuse a whole request if one of its tools has a description of more than 1,024 characters. Quern adds facts to the description, such as how far back the endpoint reads, so a tool shows the sentences of its first 800 characters. Everything else shows it whole. This is a warning.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">description</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">&gt;-</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 01 of its description.</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 02 of its description.</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 03 of its description.</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 04 of its description.</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 05 of its description.</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 06 of its description.</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 07 of its description.</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 08 of its description.</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 09 of its description.</span></span>
<span class="line"><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">  The requests of each host, as its gateway saw them, in sentence 10 of its description.</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:14 warning[long-description] The description has 869 characters; tools for models show the sentences of the first 800</span></span>
<span class="line"><span>  1 | description: &gt;-</span></span>
<span class="line"><span>    |              ^^</span></span>
<span class="line"><span>  hint: Begin with what models need.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">description</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">The requests of each host, the newest first.</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/long-description.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const longDescription = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  longDescription as default
};
