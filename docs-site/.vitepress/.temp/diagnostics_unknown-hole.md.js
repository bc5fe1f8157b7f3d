import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unknown-hole","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unknown-hole.md","filePath":"diagnostics/unknown-hole.md"}');
const _sfc_main = { name: "diagnostics/unknown-hole.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unknown-hole" tabindex="-1">unknown-hole <a class="header-anchor" href="#unknown-hole" aria-label="Permalink to &quot;unknown-hole&quot;">​</a></h1><p>A template has an unknown hole.</p><p>A template is a whole file, except for holes: names in double braces, from a short list:</p><table tabindex="0"><thead><tr><th>Folder</th><th>Holes</th></tr></thead><tbody><tr><td><code>templates/typescript</code></td><td><code>{{package}}</code>: the name of the npm package; <code>{{sample}}</code>: a call of the first endpoint; <code>{{endpoint}}</code>: its function</td></tr><tr><td><code>templates/python</code></td><td><code>{{package}}</code>: the name that is imported; <code>{{sample}}</code>: a call of the first endpoint; <code>{{endpoint}}</code>: its method; <code>{{call}}</code>: its method with arguments</td></tr><tr><td><code>templates/go</code></td><td><code>{{module}}</code>: the module&#39;s path; <code>{{package}}</code>: the name of the package; <code>{{imported}}</code>: the name under which samples import it; <code>{{sample}}</code>: a call of the first endpoint; <code>{{endpoint}}</code>: its method</td></tr></tbody></table><p>Templates have no loops or conditions; files that depend on endpoints are not templates. A sample is a whole program, for a block of code in Markdown; a project without endpoints has a comment in its place. Here a file of the project&#39;s own <code>templates/</code> has a name between such braces that is not in the list. If you do not mean a hole, put a space between the braces.</p><div class="language-toml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">toml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">[</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">project</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">name = </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;{{pakage}}&quot;</span></span></code></pre></div><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>templates/python/pyproject.toml:2:9 error[unknown-hole] Templates of \`python\` have no hole \`pakage\`</span></span>
<span class="line"><span>  2 | name = &quot;{{pakage}}&quot;</span></span>
<span class="line"><span>    |         ^^^^^^^^^^</span></span>
<span class="line"><span>  hint: Use \`package\`, if that is meant.</span></span></code></pre></div><div class="language-toml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">toml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">[</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">project</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">name = </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;{{package}}&quot;</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unknown-hole.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unknownHole = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unknownHole as default
};
