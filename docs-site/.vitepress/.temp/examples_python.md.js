import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Scripts in Python","description":"","frontmatter":{},"headers":[],"relativePath":"examples/python.md","filePath":"examples/python.md"}');
const _sfc_main = { name: "examples/python.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="scripts-in-python" tabindex="-1">Scripts in Python <a class="header-anchor" href="#scripts-in-python" aria-label="Permalink to &quot;Scripts in Python&quot;">​</a></h1><p><code>requests_by_day.py</code> prints the requests to a project&#39;s API, one line for each day. <code>health_async.py</code> calls two endpoints at once, with asyncio. Both use the client in <code>generated/clients/python</code>, which <code>pip install</code> can also install.</p><p>While <code>npm start</code> runs, in the root of the repository:</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">export</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> PYTHONPATH</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">=</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">generated/clients/python/src API_KEY</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">=&lt;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">the key that it prints</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">&gt;</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">python3</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> examples/python/requests_by_day.py</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">python3</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> examples/python/health_async.py</span></span></code></pre></div><p>Append a project to choose another one. <code>SERVICE_URL</code> sets the address of another service.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("examples/python.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const python = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  python as default
};
