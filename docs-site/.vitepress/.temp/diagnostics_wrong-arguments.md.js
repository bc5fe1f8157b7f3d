import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"wrong-arguments","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/wrong-arguments.md","filePath":"diagnostics/wrong-arguments.md"}');
const _sfc_main = { name: "diagnostics/wrong-arguments.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="wrong-arguments" tabindex="-1">wrong-arguments <a class="header-anchor" href="#wrong-arguments" aria-label="Permalink to &quot;wrong-arguments&quot;">​</a></h1><p>A function called with wrong arguments.</p><p>The function is called with too many arguments or too few, or with one that has to be known in advance and is out of range: the rank of a quantile, the step of <code>trunc</code>.</p><p>Window functions need <code>over</code>; those that depend on an order, and all frames, need <code>order by</code> in it. Quantiles and <code>string_agg</code> take no <code>over</code>.</p><p><code>filter</code> is only allowed after aggregates. <code>distinct</code> and <code>order by</code> are allowed in <code>string_agg</code> and <code>list_agg</code>; count different values with <code>count_distinct</code>.</p><p>Ranks are shares from 0 to 1. <code>approx_quantile</code> takes two decimals, because engines are asked for one of a hundred steps; <code>quantile</code>, which is exact, takes six.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">slow</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&#39;approx_quantile(metadata.response.origin_time, 95)&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>endpoints/example.yaml:1:65 error[wrong-arguments] The rank of \`approx_quantile\` must be from 0 to 1, with at most 2 decimals</span></span>
<span class="line"><span>  1 | select: { slow: &#39;approx_quantile(metadata.response.origin_time, 95)&#39; }</span></span>
<span class="line"><span>    |                                                                 ^^</span></span>
<span class="line"><span>  hint: Write a number such as \`0.95\`.</span></span></code></pre></div><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">select</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">slow</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&#39;approx_quantile(metadata.response.origin_time, 0.95)&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/wrong-arguments.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const wrongArguments = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  wrongArguments as default
};
