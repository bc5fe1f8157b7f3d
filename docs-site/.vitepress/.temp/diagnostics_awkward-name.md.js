import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"awkward-name","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/awkward-name.md","filePath":"diagnostics/awkward-name.md"}');
const _sfc_main = { name: "diagnostics/awkward-name.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="awkward-name" tabindex="-1">awkward-name <a class="header-anchor" href="#awkward-name" aria-label="Permalink to &quot;awkward-name&quot;">​</a></h1><p>A name that breaks some generators of clients, hides a parameter of the service, or is too long for models.</p><p>Every object of JavaScript has members such as <code>toString</code>, <code>valueOf</code> and <code>hasOwnProperty</code>. Generators that look a name up in an object find the member in place of the property that the OpenAPI document declares: some stop with an error, others write code that does not compile. Quern&#39;s own clients use such a name as any other, so this is a warning. It concerns the parameters of an endpoint, the outputs of its answer, and the fields of its records.</p><p>The service reads <code>?format=csv</code> in place of an <code>Accept</code>, <code>?bom=1</code> and <code>?envelope=page</code>. An endpoint with a parameter of such a name keeps it, so its callers choose the format of the rows with <code>Accept</code> alone, and read the next cursor from a header. This is a warning too.</p><p>Endpoints are <a href="/agents.html">tools for models</a>. Some interfaces of models refuse a whole request if one of its tools has a parameter with a name of more than 64 characters. Names of tools are cut to that length, but a parameter needs its name.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">hasOwnProperty</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:11 warning[awkward-name] The output \`hasOwnProperty\` has the name of a member of every JavaScript object, which breaks some generators of clients</span></span>
<span class="line"><span>  1 | select: { hasOwnProperty: id }</span></span>
<span class="line"><span>    |           ^^^^^^^^^^^^^^</span></span>
<span class="line"><span>  hint: Use another name.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">has_own_property</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/awkward-name.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const awkwardName = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  awkwardName as default
};
