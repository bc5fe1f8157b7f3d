import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"failing-test","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/failing-test.md","filePath":"diagnostics/failing-test.md"}');
const _sfc_main = { name: "diagnostics/failing-test.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="failing-test" tabindex="-1">failing-test <a class="header-anchor" href="#failing-test" aria-label="Permalink to &quot;failing-test&quot;">​</a></h1><p>A test whose answer differs from the expected rows.</p><p><code>quern test</code> runs the request of each test on its <code>given</code> entries. The rows of the answer differ from those under <code>expect</code>, or <code>expect</code> is missing, or the request failed: the engine rejected the statement, or a value cannot be written in JSON.</p><p>The lines below the name of the test show expected rows with <code>-</code> and actual rows with <code>+</code>. If both have the same number of rows, only columns that differ are shown:</p><div class="language-console vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">console</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">$ quern test</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">failed  errors.count: one of two</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> row 1</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">-{&quot;errors&quot;:2}</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">+{&quot;errors&quot;:1}</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">endpoints/errors.count.yaml:11:3 error[failing-test] The answer differs from the expected rows</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">  11 |   one of two:</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">     |   ^^^^^^^^^^</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">  hint: Run \`quern test -u\` if the new rows are right.</span></span>
<span class="line"></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">1 error</span></span>
<span class="line"><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">0 passed, 1 failed</span></span></code></pre></div><p>If the new rows are right, <code>quern test -u</code> writes them into the file and leaves the rest unchanged.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/failing-test.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const failingTest = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  failingTest as default
};
