import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"config-variable","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/config-variable.md","filePath":"diagnostics/config-variable.md"}');
const _sfc_main = { name: "diagnostics/config-variable.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="config-variable" tabindex="-1">config-variable <a class="header-anchor" href="#config-variable" aria-label="Permalink to &quot;config-variable&quot;">​</a></h1><p>An environment variable that the configuration reads is not set.</p><p>In texts of <code>quern.yaml</code>, <code>\${NAME}</code> stands for an environment variable. Here the variable is not set, or the text between the braces is not a name. <code>$\${</code> stands for <code>\${</code> itself.</p><p>A missing variable does not count as an empty text: a service with an empty path or password would fail later, elsewhere, with another message. Variables below <code>engines</code> are read only when <code>run</code> or <code>serve</code> opens that engine, so a build that only compiles needs no password.</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#6A737D;--shiki-dark:#6A737D;"># quern.yaml</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">service</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">keys</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&#39;\${KEY_FILE}&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>quern.yaml:2:19 error[config-variable] The variable \`KEY_FILE\` is not set in the environment</span></span>
<span class="line"><span>  2 | service: { keys: &#39;\${KEY_FILE}&#39; }</span></span>
<span class="line"><span>    |                   ^^^^^^^^^^^</span></span>
<span class="line"><span>  hint: Set \`KEY_FILE\`.</span></span></code></pre></div><p>Once <code>KEY_FILE</code> is set, the file is right as it stands. A value that is the same everywhere needs no variable:</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#6A737D;--shiki-dark:#6A737D;"># quern.yaml</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">service</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: { </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">keys</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">/etc/quern/keys.json</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> }</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/config-variable.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const configVariable = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  configVariable as default
};
